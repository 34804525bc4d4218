// npm run faults: accidents and attacks on purpose, one after the other. `npm run faults -- kill-nine` runs one of them.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const harnesses: Record<string, string[]> = {
  'kill-nine': ['embedded-postgres/kill-nine.ts', '50'],
  timing: ['attack/timing.ts'],
  attack: ['attack/run.ts'],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in harnesses));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}; there are ${Object.keys(harnesses).join(', ')}.\n`,
  );
  process.exit(1);
}
const failed: string[] = [];
for (const [name, [file = '', ...args]] of Object.entries(harnesses)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, file), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(name);
}
process.stdout.write(failed.length === 0 ? '\nNothing gave way.\n' : `\nGave way: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
