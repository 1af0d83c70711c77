import { createEvidence, portal } from '../testing/create-evidence';
import { applyRules, findRemarks } from './rules';

test('a file of the build that it looks for on the portal is a remark, because the portal finds it', () => {
  const requests = [{ url: `${portal}/orders/list/assets/logo.png`, kind: 'image' }];
  const evidence = createEvidence({ seen: { requests }, misplaced: ['assets/logo.png'] });
  expect([applyRules(evidence), findRemarks(evidence)]).toEqual([
    [],
    [
      'It requests /assets/logo.png from the portal, which leads to the file of its build: an import saves this redirect.',
    ],
  ]);
});

test('what every visit leaves is a remark, with its script', () => {
  const leftovers = [{ description: 'an interval of 5000 ms', place: 'src/orders.tsx:4' }];
  const evidence = createEvidence({ seen: { leftovers } });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([
    'Every visit leaves an interval of 5000 ms (src/orders.tsx:4) behind: the portal removes it, but unmount should undo what mount did.',
  ]);
});

test('what a library starts once and keeps is a remark, with its script', () => {
  const kept = [{ description: 'a listener of "popstate" on window', place: 'node_modules/router/index.js:12' }];
  const evidence = createEvidence({ seen: { kept } });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([
    'It keeps a listener of "popstate" on window (node_modules/router/index.js:12), which does not grow from visit to visit.',
  ]);
});

test('files for old browsers are a remark of their own, not those of an earlier build', () => {
  const unaskedFiles = [{ name: 'js/app-legacy.js', size: 1_024 }];
  const evidence = createEvidence({ unaskedFiles, bundler: { name: 'vue-cli', file: 'vue.config.js' } });
  expect(findRemarks(evidence)).toEqual([
    'Nothing asks for js/app-legacy.js (1.0 KB to publish). The build makes them for browsers without ES modules, which no portal supports.\n      → vue.config.js: "browserslist": "supports es6-module" in package.json',
  ]);
});

test('files that nothing asks for are a remark, with what keeps them out of the next build', () => {
  const unaskedFiles = [
    { name: 'assets/old.js', size: 40_960 },
    { name: 'report.html', size: 1_024 },
  ];
  const evidence = createEvidence({ unaskedFiles, bundler: { name: 'webpack', file: 'webpack.config.js' } });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([
    expect.stringMatching(
      /^Nothing asks for assets\/old\.js, report\.html \(41\.0 KB to publish\)\. An earlier.*\n {6}→ webpack\.config\.js: output: \{ clean: true \}$/,
    ),
  ]);
});

test('remarks name other origins once, uncaught errors and reports, and refuse nothing', () => {
  const blocked = ['https://api.acme.test/orders', 'https://api.acme.test/customers'];
  const violations = blocked.map((address) => ({ directive: 'connect-src', blocked: address }));
  const evidence = createEvidence({ seen: { violations, errors: ['late', 'late'], reports: ['slow'] } });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([
    'It needs connections https://api.acme.test: declare it in package.json, and the operator allows it once.\n      → package.json: "portico": { "policy": { "connections": ["https://api.acme.test"] } }',
    'Uncaught error: “late”',
    'It reported: “slow”',
  ]);
});

test('a module that shows nothing gets a remark', () => {
  expect(findRemarks(createEvidence({ seen: { isEmpty: true } }))).toEqual([
    expect.stringMatching(/^It shows nothing/),
  ]);
});
