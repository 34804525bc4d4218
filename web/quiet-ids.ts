import type { Plugin } from 'vite';

/**
 * The component library gives each field an id, then a second one right after the first drawing, for the sake of pages
 * drawn on a server; every form was so drawn twice in one long task. Here React's own id is kept.
 */
export function quietIds(): Plugin {
  return {
    name: 'quiet-ids',
    apply: 'build',
    load: {
      filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler: () => `
        import { useId as useReactId } from 'react';
        export function useId(given) {
          const own = useReactId();
          return typeof given === 'string' ? given : own;
        }
      `,
    },
  };
}
