import { listPackages } from '../scripts/prepare.mjs';

const parcels: readonly string[] = listPackages('packages/parcels');

/** Every bundle of the shell: its name in the import map and its entry. */
export const bundles: Readonly<Record<string, string>> = {
  libraries: 'root-config/src/libraries/libraries.ts',
  core: 'root-config/src/libraries/core.ts',
  query: 'packages/core/query/src/index.ts',
  ...Object.fromEntries(parcels.map((name) => [name, `packages/parcels/${name}/src/index.ts`])),
};

/** The programs that render parts of the page, by the file name in `dist/page`. */
export const pageParts = {
  'sign-in': 'packages/parcels/auth/src/rendering/render-sign-in.tsx',
  'second-factor': 'packages/parcels/auth/src/rendering/render-second-factor.tsx',
  'provider-sign-in': 'packages/parcels/auth/src/rendering/render-provider-sign-in.tsx',
  'top-bar': 'packages/parcels/topbar/src/rendering/render-top-bar.tsx',
};
