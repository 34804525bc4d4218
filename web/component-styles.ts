import type { Plugin, Rolldown } from 'vite';

const componentClasses = /@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;
const componentStyles = /@mantine\/core\/styles\/(\w+)\.css$/;

/** Nothing else would tell that a page draws a component without its styles. */
export function checkComponentStyles(): Plugin {
  return {
    name: 'check-component-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const always = chunks.filter((chunk) => chunk.isEntry);
      for (const page of chunks.filter((chunk) => chunk.isEntry || chunk.isDynamicEntry)) {
        const modules = withImports([...always, page], bundle).flatMap((chunk) => chunk.moduleIds);
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

/** The chunks and all that they cannot run without. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Rolldown.OutputChunk[] {
  const found = new Set(chunks);
  for (const chunk of found)
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  return [...found];
}
