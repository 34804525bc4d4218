// npm test: every check and every test, in the order in which they are quickest to fail. Names what failed at the end.
import { spawnSync } from 'node:child_process';

interface Step {
  name: string;
  command: string;
  args: string[];
}

const steps: Step[] = [
  { name: 'types', command: 'npm', args: ['run', '--silent', 'check:types'] },
  { name: 'lint', command: 'npm', args: ['run', '--silent', 'check:lint'] },
  { name: 'format', command: 'npm', args: ['run', '--silent', 'check:format'] },
  { name: 'import law', command: 'npm', args: ['run', '--silent', 'check:imports'] },
  { name: 'unused code', command: 'npm', args: ['run', '--silent', 'check:unused'] },
  { name: 'web build', command: process.execPath, args: ['scripts/build-web.ts'] },
  { name: 'tests', command: 'npm', args: ['run', '--silent', 'test:server'] },
  { name: 'browser tests', command: 'npm', args: ['run', '--silent', 'test:browser'] },
];

const failed: string[] = [];
const started = Date.now();
for (const step of steps) {
  process.stdout.write(`\n── ${step.name}\n`);
  const stepStarted = Date.now();
  const { status } = spawnSync(step.command, step.args, { stdio: 'inherit' });
  process.stdout.write(
    `   ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - stepStarted) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) failed.push(step.name);
}
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(
  `\n${failed.length === 0 ? 'All green' : `Failed: ${failed.join(', ')}`} after ${seconds} s\n`,
);
process.stdout.write(`${steps.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
