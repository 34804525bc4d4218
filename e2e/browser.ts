// A real Chromium for the browser tests: the system's when there is one, else the one that comes inside an npm
// package, so that a fresh machine needs nothing installed.
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Root cannot use Chromium's sandbox; the rest keeps it from calling out or asking questions. */
const ownArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  executablePath: string;
  args: string[];
}

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export async function findBrowser(): Promise<Browser> {
  const chosen = process.env['CHROMIUM_PATH'] ?? systemBrowser();
  if (chosen !== undefined && chosen !== '') return { executablePath: chosen, args: ownArguments };
  if (os.platform() !== 'linux' || os.arch() !== 'x64') {
    throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to it.');
  }
  // Makes the package unpack the libraries that a bare machine does not have.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  // These two make it fit a lambda and break it elsewhere.
  const args = chromium.args.filter((argument) => !['--single-process', '--no-zygote'].includes(argument));
  return { executablePath, args: [...args, ...ownArguments] };
}
