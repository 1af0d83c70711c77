import { createEvidence } from '../testing/create-evidence';
import { applyRules, findRemarks } from './rules';

test.each([
  [
    { version: '18.3.1', isWholeFile: false },
    'It brings its own React 18.3.1, 43.9 KB of vendor.js. The portal has 19.3.1.',
  ],
  [
    { version: '19.1.0', isWholeFile: true },
    expect.stringMatching(
      /^It brings its own React 19\.1\.0, in vendor\.js \(43\.9 KB\)\. To use the portal's 19\.3\.1: leave react, /,
    ),
  ],
])('a React of its own is a remark with its kilobytes: %j', (found, remark) => {
  const evidence = createEvidence({ ownReacts: [{ name: 'vendor.js', size: 45_000, ...found }] });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([remark]);
});

test.each([
  ['an installed one', { installedReact: '17.0.2' }, '17.0.2'],
  ['a bundled react-dom', { ownReacts: [{ name: 'a.js', version: '18.3.1', size: 1, isWholeFile: true }] }, '18.3.1'],
  ['none that is known', { installedReact: '19.3.1' }, '18 or older'],
])(
  'a build for an older React that got that of the portal is explained by both versions, %s',
  (_what, more, version) => {
    const message = "Cannot read properties of undefined (reading 'ReactCurrentOwner')";
    const [finding] = applyRules(createEvidence({ seen: { failures: [{ step: 'load', message }] }, ...more }));
    expect(finding).toContain(`built for React ${version} and got React 19.3.1 of the portal`);
  },
);

test.each([
  '(0 , r.render) is not a function',
  'e.unmountComponentAtNode is not a function',
  'renderType "render" did not return a function.',
])('a build that calls functions of an older React is explained by both versions: %s', (message) => {
  const explain = (installedReact: string) =>
    applyRules(createEvidence({ seen: { failures: [{ step: 'mount', message }] }, installedReact }));
  expect(explain('17.0.2')).toEqual([expect.stringContaining('built for React 17.0.2 and got React 19.3.1')]);
  expect(explain('19.1.0')).toEqual([expect.stringMatching(/^Mounting it failed: “[^”]+”$/)]);
});

test('a build that calls ReactDOM.render is explained without its folder, as an import has only its files', () => {
  const failures = [{ step: 'mount' as const, message: 'n.ReactDOM.render is not a function' }];
  expect(applyRules(createEvidence({ seen: { failures } }))).toEqual([
    expect.stringContaining('built for React 18 or older and got React 19.3.1 of the portal: bundle its own React'),
  ]);
});

describe('a build for an older React bundles its own', () => {
  const failures = [
    { step: 'load' as const, message: "Cannot read properties of undefined (reading 'ReactCurrentOwner')" },
  ];
  const bareImports = ['react', 'react-dom', 'single-spa'];
  const fix = (changes: Parameters<typeof createEvidence>[0]) =>
    applyRules(createEvidence({ seen: { failures }, bareImports, installedReact: '17.0.2', ...changes }))[0]?.split(
      '\n',
    )[1];

  test.each([
    ['webpack', "externals: ['single-spa']"],
    ['vite', "build: { rolldownOptions: { external: ['single-spa'] } } (rollupOptions before Vite 8)"],
    ['vue-cli', "chainWebpack: (config) => config.externals(['single-spa'])"],
  ] as const)('by the other names that the build leaves out: %s', (name, line) => {
    expect(fix({ bundler: { name, file: 'it.js' } })).toBe(`      → it.js: ${line}`);
  });

  test('by a function, which replaces the list of a preset', () => {
    const bundler = { name: 'webpack', file: 'webpack.config.js', hasPreset: true } as const;
    expect(fix({ bundler })).toBe(
      "      → webpack.config.js: externals: ({ request }, callback) => (['single-spa'].includes(request) ? callback(null, request) : callback())",
    );
    expect(fix({ bundler, bareImports: ['react', 'react-dom/client'] })).toBe(
      '      → webpack.config.js: externals: (_context, callback) => callback()',
    );
  });

  test('by sharing nothing in a container, which has no externals', () => {
    const bundler = { name: 'webpack', file: 'webpack.config.js' } as const;
    const [finding] = applyRules(
      createEvidence({ seen: { failures }, bareImports: [], form: 'script', installedReact: '18.3.1', bundler }),
    );
    expect(finding).toMatch(/of the portal: share no React in the container, or move to React 19\.$/);
  });
});

test.each([
  [
    'es-module',
    'leave react, react-dom, react-dom/client, react/jsx-runtime out of the build.\n      → vite.config.js: ',
  ],
  ['script', 'share react, react/, react-dom and react-dom/ in the container.'],
] as const)('the remark on a React of its own is for the form of the build: %s', (form, advice) => {
  const ownReacts = [{ name: 'a.js', version: '19.1.0', size: 1, isWholeFile: true }];
  const bundler = { name: 'vite', file: 'vite.config.js' } as const;
  expect(findRemarks(createEvidence({ form, bundler, ownReacts }))).toEqual([expect.stringContaining(advice)]);
});
