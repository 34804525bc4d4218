// npm run dev: the server restarts and the browser reloads when a file changes. Open the address Vite prints.
import { spawn, type ChildProcess } from 'node:child_process';

const start = (command: string, args: string[]): ChildProcess => spawn(command, args, { stdio: 'inherit' });

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  start('vite', ['web']),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) if (other !== child) other.kill('SIGTERM');
  });
}
