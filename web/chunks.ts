import path from 'node:path';
import type { Rolldown } from 'vite';

const source = path.join(import.meta.dirname, 'src');

/** The file that an `import()` of a source file fetches. */
export function chunkOf(file: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.facadeModuleId === path.join(source, file),
  );
  if (found?.type !== 'chunk') throw new Error(`The build has no ${file} of its own.`);
  return found;
}

/** The chunks and all that they cannot run without, each after what it imports. */
export function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const seen = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
    found.add(chunk);
  };
  for (const chunk of chunks) add(chunk);
  return [...found];
}
