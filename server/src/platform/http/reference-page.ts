// The reference at /api/docs: one plain page made from the OpenAPI document, no script and nothing from elsewhere.
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

interface Operation {
  summary: string;
  'x-access': string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: { 'application/json': { schema: unknown } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const json = (value: unknown): string => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (parameter) =>
      `<li><code>${escape(parameter.name)}</code> in ${escape(parameter.in)}${parameter.required ? ', required' : ''}</li>`,
  );
  const body = operation.requestBody?.content['application/json'].schema;
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const schema = status.startsWith('2') ? answer.content?.['application/json']?.schema : undefined;
    return `<li><code>${status}</code> ${escape(answer.description)}${schema === undefined ? '' : json(schema)}</li>`;
  });
  return `<details id="${escape(`${method}-${path}`)}">
<summary><code><b>${method.toUpperCase()}</b> ${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>Access: <code>${escape(operation['x-access'])}</code></p>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body === undefined ? '' : `<h3>Body</h3>${json(body)}`}
<h3>Answers</h3><ul>${answers.join('')}</ul>
</details>`;
}

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
details{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer}pre{overflow:auto;padding:.75rem;border-radius:6px;background:color-mix(in srgb,currentColor 8%,transparent)}
h3{font-size:1rem;margin:.75rem 0 .25rem}`;

function referencePage(document: Record<string, unknown>): string {
  const { title, description } = document['info'] as { title: string; description: string };
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} API</title><style>${style}</style></head><body><main><h1>${escape(title)} API</h1>
<p>${escape(description)} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join('\n')}</main></body></html>`;
}

export function serveReference(
  app: FastifyInstance,
  title: string,
  contracts: Parameters<typeof openApiDocument>[1],
): void {
  const document = openApiDocument(title, contracts);
  const page = referencePage(document);
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
