import { forbidden, unchecked } from './dependency-rules.mjs';

test.each([
  ['packages/core/shared/src/session/session.ts', false],
  ['packages/core/shared/src/session/session.test.ts', true],
  ['packages/core/shared/src/testing/test-portal.ts', true],
  ['packages/core/module-kit/templates/react/src/app.tsx', true],
  ['packages/core/module-kit/dist/index.js', true],
  ['node_modules/react-hot-toast/dist/index.d.ts', false],
  ['packages/parcels/topbar/node_modules/@headlessui/react/dist/index.d.ts', false],
])('%s is left out: %s', (file, isLeftOut) => {
  expect(new RegExp(unchecked).test(file)).toBe(isLeftOut);
});

const findHomeRules = (from: string, to: string) =>
  forbidden.filter(
    (rule) =>
      'pathNot' in rule.from &&
      rule.from.pathNot.every((home) => !new RegExp(home).test(from)) &&
      new RegExp(rule.to.path ?? '').test(to),
  );

test('only its home imports a vendor, also with types in a folder `dist`', () => {
  const types = 'node_modules/react-hot-toast/dist/index.d.ts';
  expect(findHomeRules('packages/parcels/overlay/src/toasts/toaster.tsx', types)).toEqual([]);
  expect(findHomeRules('root-config/src/reports/enrich-report.ts', types)).toMatchObject([
    { name: 'home of react-hot-toast' },
  ]);
});

test.each([
  ['packages/platform/check/src/page/visit.ts', true],
  ['packages/platform/check/src/start-checker.ts', false],
])('%s may import the shell: %s', (file, mayImport) => {
  const shell = 'root-config/src/module-host/container.ts';
  const broken = forbidden.filter(
    ({ from, to }) =>
      'path' in from &&
      'pathNot' in to &&
      new RegExp(from.path ?? '').test(file) &&
      !to.pathNot.some((allowed) => new RegExp(allowed).test(shell)),
  );
  expect(broken.length === 0).toBe(mayImport);
});
