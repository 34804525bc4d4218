import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { chunkOf, withImports } from './chunks.ts';

const source = path.join(import.meta.dirname, 'src');
/** `{ path: 'orders', …, import('../features/orders/order-list-page.tsx')`, one line each. */
const screenLine = /\{ path: '([^']+)'.*?import\('\.\.\/([^']+)'\)/g;
/** `'/login': …, import('../features/identity/login-page.tsx')` */
const publicLine = /'(\/[^']+)':[^']*?import\('\.\.\/([^']+)'\)/g;

interface PageFiles {
  path: string;
  scripts: string[];
  styles: string[];
}

/**
 * Writes page-files.json: the files that each address needs. The server lets the page it sends ask for all of them at
 * once; else the browser would learn of each file only from the one before it.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const listed = [...addresses()].map(([address, page]) => filesOf(address, page, bundle));
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(listed) });
    },
  };
}

function addresses(): Map<string, string> {
  const read = (file: string) => readFileSync(path.join(source, file), 'utf8');
  const pages = [...read('app/page-code.ts').matchAll(publicLine)].map(
    ([, at = '', file = '']) => [at, file] as const,
  );
  const screens = [...read('app/screens.tsx').matchAll(screenLine)].map(
    ([, at = '', file = '']) => [`/app/${at}`, file] as const,
  );
  if (pages.length === 0 || screens.length === 0) throw new Error('The tables of pages cannot be read.');
  return new Map([...pages, ...screens]);
}

function filesOf(address: string, page: string, bundle: Rolldown.OutputBundle): PageFiles {
  const area = address.startsWith('/app/') ? ['app/signed-in-area.tsx'] : [];
  const wanted = ['app/start.tsx', ...area, page].map((file) => chunkOf(file, bundle));
  const chunks = withImports(wanted, bundle).filter((chunk) => !chunk.isEntry);
  return {
    path: address,
    scripts: [...new Set(chunks.map(({ fileName }) => `/${fileName}`))],
    styles: [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))].map(
      (name) => `/${name}`,
    ),
  };
}
