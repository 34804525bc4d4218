import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { checkComponentStyles } from './component-styles.ts';
import { contractData } from './contract-data.ts';
import { pageFiles } from './page-files.ts';
import { quietIds } from './quiet-ids.ts';

const server = 'http://127.0.0.1:4000';

export default defineConfig({
  plugins: [react(), contractData(), checkComponentStyles(), pageFiles(), quietIds()],
  server: { proxy: { '/api': server, '/sandbox': server } },
  build: {
    outDir: 'dist',
    // data: URIs would need their own opening in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: { groups: chunkGroups },
        // Chromium then compiles while it downloads, beside the page, instead of function by function when they are called.
        postBanner: '//# allFunctionsCalledOnLoad',
      },
    },
  },
});
