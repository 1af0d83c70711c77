import { readdirSync } from 'node:fs';
import path from 'node:path';

const parcels = readdirSync(path.join(import.meta.dirname, '../packages/parcels'));

/** Every bundle of the shell: the name of its file in the import map, and where its source starts. */
export const bundles: Readonly<Record<string, string>> = {
  react: 'root-config/src/libraries/react.ts',
  'single-spa': 'root-config/src/libraries/single-spa.ts',
  'root-config': 'root-config/src/boot/root-config.ts',
  shared: 'packages/core/shared/src/index.ts',
  query: 'packages/core/query/src/index.ts',
  ui: 'packages/core/ui/src/index.ts',
  ...Object.fromEntries(parcels.map((name) => [name, `packages/parcels/${name}/src/index.ts`])),
};
