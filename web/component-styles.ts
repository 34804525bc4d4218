import type { Plugin } from 'vite';

const componentClasses = /@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;

/** Nothing else would tell that a component is drawn without its styles. */
export function checkComponentStyles(): Plugin {
  return {
    name: 'check-component-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const styles = new Set([...this.getModuleIds()].map((id) => /styles\/(\w+)\.css/.exec(id)?.[1]));
      const used = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const names = used.map((id) => componentClasses.exec(id)?.[1]).filter((name) => name !== undefined);
      const missing = names.filter((name) => !styles.has(name));
      if (missing.length > 0) this.error(`Import @mantine/core/styles/{${missing.join(',')}}.css`);
    },
  };
}
