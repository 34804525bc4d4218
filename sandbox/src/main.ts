// Runs the sandbox by itself, for people who run several servers against one set of providers.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSandbox } from './index.ts';

const DEFAULT_PORT = 4010;

const port = Number(process.env['PORT'] ?? DEFAULT_PORT);
const host = process.env['HOST'] ?? '127.0.0.1';
const webhookUrl = process.env['PAYSTACK_WEBHOOK_URL'];
const reportUrl = process.env['AFRICASTALKING_REPORT_URL'];

function log(message: string, details: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message, ...details })}\n`);
}

const sandbox = createSandbox({
  publicUrl: () => process.env['PUBLIC_URL'] ?? `http://${host}:${port}`,
  log,
  ...(webhookUrl === undefined ? {} : { paystackWebhookUrl: () => webhookUrl }),
  africastalkingReportUrl: () => reportUrl,
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await sandbox.handle(request, response))) response.writeHead(302, { location: '/sandbox/' }).end();
}

const server = createServer((request, response) => void answer(request, response));

server.listen(port, host, () => log('sandbox listening', { url: `http://${host}:${port}/sandbox/` }));

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sandbox.close();
    server.close();
    server.closeAllConnections();
  });
