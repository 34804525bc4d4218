import type { Plugin } from 'vite';
import { chunkOf, withImports } from './chunks.ts';

const componentClasses = /@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;
const componentStyles = /@mantine\/core\/styles\/(\w+)\.css$/;

/** Nothing else would tell that a page draws a component without its styles. */
export function checkComponentStyles(): Plugin {
  return {
    name: 'check-component-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const always = chunkOf('app/start.tsx', bundle);
      for (const page of chunks.filter((chunk) => chunk.isDynamicEntry)) {
        const modules = withImports([always, page], bundle).flatMap((chunk) => chunk.moduleIds);
        const styles = namesIn(modules, componentStyles);
        const missing = [...namesIn(modules, componentClasses)].filter((name) => !styles.has(name));
        if (missing.length > 0)
          this.error(`${page.name} is without @mantine/core/styles/{${missing.join(',')}}.css`);
      }
    },
  };
}

const namesIn = (modules: readonly string[], kind: RegExp): Set<string> =>
  new Set(modules.flatMap((id) => kind.exec(id)?.[1] ?? []));
