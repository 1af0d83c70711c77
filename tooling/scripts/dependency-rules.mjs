const [contract, kit] = ['packages/core/contract/', 'packages/core/module-kit/'];

/** The imports that each part may have. Paths are regular expressions; a part may always import its own package. */
const layers = [
  { part: 'root-config', mayImport: ['packages/core/'] },
  { part: 'packages/parcels/(?!console/)([^/]+)', mayImport: ['packages/core/'] },
  // A module as those of teams, which also uses the components of the shell.
  { part: 'packages/parcels/console', mayImport: [contract, kit, 'packages/core/ui/'] },
  { part: 'packages/core/shared', mayImport: [contract, kit] },
  { part: 'packages/core/query', mayImport: [contract, 'packages/core/shared/'] },
  { part: 'packages/core/ui', mayImport: [contract] },
  { part: 'packages/core/module-kit', mayImport: [contract] },
  { part: 'packages/core/contract', mayImport: [] },
  { part: 'packages/platform/check/src/page', mayImport: [contract, kit, 'root-config/src/module-host/'] },
  { part: 'packages/platform/check/src(?!/page/)', mayImport: [contract] },
  { part: 'packages/platform/server', mayImport: [contract, 'packages/platform/check/'] },
  { part: 'packages/platform/cli', mayImport: [contract, 'packages/platform/check/'] },
  { part: 'packages/examples/([^/]+)', mayImport: [contract, kit] },
  // It runs before SystemJS, so it cannot share code.
  { part: 'packages/parcels/developer/src/script', mayImport: [contract] },
];

/** The only places that may import a package; other files import from these places. */
const vendors = {
  'single-spa': ['root-config/'],
  'single-spa-react': ['packages/core/shared/', 'packages/e2e/bench/'],
  jotai: ['packages/core/shared/'],
  'react-hot-toast': ['packages/parcels/overlay/'],
  // The console has its own client, because it may not import the shell's.
  '@tanstack/(?:query-core|react-query)': ['packages/core/query/', 'packages/parcels/console/'],
  '@tanstack/react-virtual': ['packages/parcels/notifications/', 'packages/parcels/console/'],
  '@tanstack/(?:table-core|react-table)': ['packages/parcels/console/'],
  dayjs: ['packages/core/shared/src/texts/'],
  ky: ['packages/core/shared/', 'packages/platform/cli/'],
  i18next: ['packages/core/shared/src/texts/', 'packages/platform/server/src/i18n/', 'packages/e2e/fixtures/'],
  mqtt: ['packages/core/shared/', 'packages/platform/server/src/messaging/realtime/'],
  'jsonc-parser': ['packages/core/contract/'],
  'mqtt-packet': ['packages/platform/server/src/messaging/realtime/'],
  negotiator: ['packages/platform/server/src/http/'],
  firebase: ['packages/parcels/notifications/'],
  '@headlessui/react': ['packages/parcels/topbar/'],
  'import-map-overrides': ['packages/parcels/developer/'],
  'playwright-core': ['packages/platform/check/'],
  'react|react-dom': [
    'root-config/',
    'packages/(?:core/(?:shared|query|ui|module-kit)|parcels|examples|platform/check/src/page)/',
  ],
};

/** Files with unchecked imports: built files, templates of modules, and tests. Files of vendors are never excluded. */
export const unchecked =
  '^packages/[^/]+/[^/]+/(?:dist|templates)/|^dist/|\\.test\\.tsx?$|^(?:root-config|packages/[^/]+/[^/]+)/src/.*testing/';

/** Rules of dependency-cruiser; CONTRIBUTING.md explains them. */
export const forbidden = [
  {
    name: 'no style tags: the content policy forbids what react-hot-toast adds, except react-hot-toast/headless',
    severity: 'error',
    from: {},
    to: { path: '/react-hot-toast/(?!headless/)' },
  },
  {
    name: 'no libraries before SystemJS',
    severity: 'error',
    from: { path: '^packages/parcels/developer/src/script/' },
    to: { path: '(?:^|/)node_modules/(?:react|react-dom)/' },
  },
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ...layers.map(({ part, mayImport }) => ({
    name: `layer: ${part}`,
    severity: 'error',
    from: { path: `^${part}/` },
    to: { path: '^(?:root-config|packages)/', pathNot: [findPackage(part), ...mayImport].map((path) => `^${path}`) },
  })),
  ...Object.entries(vendors).map(([names, homes]) => ({
    name: `home of ${names}`,
    severity: 'error',
    from: { pathNot: homes.map((home) => `^${home}`) },
    to: { path: `(?:^|/)node_modules/(?:${names})/` },
  })),
];

/** The path of the package of a part; `$1` stands for what the part matched. */
function findPackage(part) {
  return `${part.replace(/\/src\b.*/, '').replace('([^/]+)', '$1')}/`;
}
