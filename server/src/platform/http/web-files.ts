// Serves the built web app: hashed files for ever, the page itself always fresh with what it must know written in.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { policyForPage } from './headers.ts';
import { readPageLinks } from './page-files.ts';

export interface WebFilesOptions {
  /** The folder that holds index.html; may be missing when only the API is wanted. */
  folder: string;
  title: string;
  metaName: string;
  metaContent: () => string;
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function serveWebFiles(app: FastifyInstance, options: WebFilesOptions): void {
  const indexFile = path.join(options.folder, 'index.html');
  const nothingHere = () => new AppError('not_found', 'There is nothing at this address.');
  if (!existsSync(indexFile)) {
    app.setNotFoundHandler(() => {
      throw nothingHere();
    });
    return;
  }
  const template = readFileSync(indexFile, 'utf8');
  const policy = policyForPage(template);
  const linksFor = readPageLinks(path.join(options.folder, 'page-files.json'));
  const page = (pathname: string) =>
    template
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(options.title)}</title>`)
      .replace(
        '</head>',
        () =>
          `<meta name="${options.metaName}" content="${escapeAttribute(options.metaContent())}">${linksFor(pathname)}</head>`,
      );
  void app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    globIgnore: ['index.html', 'page-files.json', '**/*.br', '**/*.gz'],
  });
  // Screens have addresses of their own; whatever is no file and no call is one of them.
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const [pathname = '/'] = request.url.split('?');
    if (!wantsPage || pathname.startsWith('/api/') || pathname.startsWith('/assets/')) throw nothingHere();
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page(pathname));
  });
}
