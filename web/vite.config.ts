import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkComponentStyles } from './component-styles.ts';
import { contractData } from './contract-data.ts';

const server = 'http://127.0.0.1:4000';

export default defineConfig({
  plugins: [react(), contractData(), checkComponentStyles()],
  server: { proxy: { '/api': server, '/sandbox': server } },
  build: {
    outDir: 'dist',
    // data: URIs would need their own opening in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What most pages have in common goes together: a page of fifty small files waits for its requests.
            {
              name: 'base',
              test: /node_modules\/(react|@mantine|@tabler|clsx)|web\/src\/lib/,
              minShareCount: 20,
            },
            { name: 'query', test: /node_modules\/@tanstack/, minShareCount: 8 },
          ],
        },
      },
    },
  },
});
