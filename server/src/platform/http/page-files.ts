// Which files a page fetches, so that the page can ask for all of them at once. The web build lists them.
import { existsSync, readFileSync } from 'node:fs';

interface PageFiles {
  /** An address, `:id` standing for any one part of it. */
  path: string;
  scripts: string[];
  styles: string[];
}

/** The links to put into the head of the page at an address; none where it is not known. */
export function readPageLinks(file: string): (pathname: string) => string {
  if (!existsSync(file)) return () => '';
  const pages = (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]).map((page) => ({
    parts: page.path.split('/'),
    links: linksTo(page),
  }));
  return (pathname) => {
    const asked = (pathname === '/' ? '/login' : pathname).split('/');
    const page = pages.find(
      ({ parts }) =>
        parts.length === asked.length && parts.every((part, at) => part === ':id' || part === asked[at]),
    );
    return page?.links ?? '';
  };
}

const linksTo = ({ scripts, styles }: PageFiles): string =>
  [
    ...styles.map((href) => `<link rel="preload" as="style" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('');
