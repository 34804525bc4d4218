// One command that attacks a running instance: a schema-driven fuzzer, a token forgery set and the tools this machine
// has. Run: node faults/attack/run.ts [--url http://127.0.0.1:4000] [--requests 100000] [--seconds 1200] [--seed 1]
// [--no-tools] [--sqlmap-seconds 1800]. Only a server on this machine is attacked; without --url one is started.
import { parseArgs } from 'node:util';
import { closeConnections } from './call.ts';
import { fuzz, type FuzzReport } from './fuzz.ts';
import { existingInstance, startInstance } from './instance.ts';
import { forgeTokens } from './tokens.ts';
import { runTools } from './tools.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1200' },
    seed: { type: 'string', default: '1' },
    'no-tools': { type: 'boolean', default: false },
    'sqlmap-seconds': { type: 'string', default: '1800' },
  },
});

/** Caches and compiled code fill in the first tenths; from then on memory must not climb by more than this. */
const memoryGrowthMb = 120;
const concurrency = 16;

const say = (text: string) => process.stdout.write(`${text}\n`);
const findings: string[] = [];
const found = (name: string, said: string, wrong: string[]) => {
  say(`${name}: ${said}; ${wrong.length === 0 ? 'nothing found' : `${wrong.length} findings`}`);
  for (const finding of wrong) say(`  ${finding}`);
  findings.push(...wrong);
};

function memoryFinding({ memoryMb }: FuzzReport): string[] {
  const known = memoryMb.filter((value) => value !== null);
  const [warm, last] = [known[Math.floor(known.length / 3)], known.at(-1)];
  if (warm === undefined || last === undefined || last - warm <= memoryGrowthMb) return [];
  return [`memory grew from ${warm} to ${last} MiB`];
}

const instance = values.url === undefined ? await startInstance() : existingInstance(values.url);
try {
  const tokens = await forgeTokens(instance.url);
  found('token forgery', `${tokens.tried} tries`, tokens.findings);
  const report = await fuzz(instance, {
    requests: Number(values.requests),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    concurrency,
  });
  const statuses = Object.entries(report.byStatus)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
  const short = report.requests < Number(values.requests) ? [`only ${report.requests} requests in time`] : [];
  found(
    'fuzzer',
    `${report.requests} requests in ${report.seconds} s; ${statuses}; memory MiB ${report.memoryMb.join(' ')}`,
    [...report.findings, ...memoryFinding(report), ...short],
  );
  if (!values['no-tools'])
    for (const tool of await runTools(instance.url, Number(values['sqlmap-seconds'])))
      found(tool.tool, tool.said, tool.findings);
} finally {
  closeConnections();
  await instance.stop();
}
say(findings.length === 0 ? 'No finding.' : `${findings.length} findings.`);
process.exitCode = findings.length === 0 ? 0 : 1;
