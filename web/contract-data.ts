import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const contractFile = /\/contracts\/src\/.+\.ts$/;

/**
 * Keeps zod off the pages that check nothing. A contract file reaches the browser as plain data: each route as its
 * method and path, constants as they are. What cannot be written as JSON (schemas, functions) stays in the file itself,
 * which only those load who import it by name.
 */
export function contractData(): Plugin {
  return {
    name: 'contract-data',
    apply: 'build',
    async load(id) {
      if (!contractFile.test(id)) return null;
      const values = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>);
      const lines = values.map(([name, value]) => {
        const data = isContract(name, value) ? addressesOf(value) : value;
        return isData(data)
          ? `export const ${name} = ${JSON.stringify(data)};`
          : `export { ${name} } from ${JSON.stringify(`${id}?whole`)};`;
      });
      return { code: lines.join('\n'), moduleSideEffects: false };
    },
  };
}

interface Address {
  method: string;
  path: string;
  /** The name of the file, where a route answers with one. */
  download?: string;
}
type Routes = Readonly<Record<string, Address>>;

/** By the name all contracts have; `defineContract` has it too. */
const isContract = (name: string, value: unknown): value is Routes =>
  name.endsWith('Contract') && typeof value === 'object';

const addressesOf = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([name, { method, path, download }]) => [
      name,
      { method, path, ...(download === undefined ? {} : { download }) },
    ]),
  );

function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData);
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}
