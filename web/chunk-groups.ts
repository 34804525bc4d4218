// Which modules go into one file. A page of forty small files waits for its requests, one of a single file fetches what
// it does not show and runs it in one long task; so there are a handful for each page. The first group that fits takes a
// module and all that it imports.
import type { Rolldown } from 'vite';

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What the first script needs, apart from everything heavy.
  {
    name: 'boot',
    test: /vite\/preload-helper|web\/src\/app\/(page-code|screens|lazy-page)|web\/src\/lib\/session-key/,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  // Schemas, for the pages that check input. Rules without a schema that they use are also used elsewhere.
  {
    name: 'zod',
    test: /node_modules\/zod\/|(\.contract|\/(errors|fields|list|route))\.ts\?whole$/,
    includeDependenciesRecursively: false,
  },
  // What most pages have in common.
  {
    name: 'base',
    test: /node_modules\/(react-router|@mantine|@tabler|clsx)|web\/src\/lib\//,
    minShareCount: 20,
  },
  { name: 'app', test: /web\/src\/app\/app\.tsx|web\/src\/components\/form\/idempotency/ },
  // Every page behind the sign-in.
  {
    name: 'area',
    test: /web\/src\/(app\/shell\/shell|components\/ui\/(?!dialog-frame)|lib\/(format|live-updates)|components\/list\/list-source|components\/form\/use-keyed-mutation)|contracts\/src\/.+\.contract\.ts$|@tanstack/,
  },
  {
    name: 'form',
    test: /web\/src\/(components\/form\/(use-form|fields|entity-form|form-page|submit-button)|features\/identity\/public-page)/,
  },
  { name: 'list', test: /web\/src\/components\/list\/|Icon(Plus|Edit|Trash)\.mjs/ },
  { name: 'search', test: /web\/src\/components\/form\/search-select/ },
  { name: 'orders', test: /features\/orders\/(order-columns|delivered-button)/ },
  { name: 'order', test: /features\/orders\/(use-paying|orders\.module)/ },
];
