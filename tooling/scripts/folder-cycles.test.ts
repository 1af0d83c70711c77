import { findFolderCycles } from './folder-cycles.mjs';

const server = 'packages/platform/server/src';
const importing = (...edges: [from: string, to: string][]) =>
  edges.map(([from, to]) => ({ source: `${server}/${from}`, dependencies: [{ resolved: `${server}/${to}` }] }));
const findCycles = (...edges: [from: string, to: string][]) =>
  findFolderCycles(importing(...edges)).map((cycle) => cycle.map((folder) => folder.slice(server.length + 1)));

test('finds a cycle between folders without a cycle between files', () => {
  expect(findCycles(['pages/page.ts', 'identity/user.ts'], ['identity/session.ts', 'pages/text.ts'])).toEqual([
    ['identity', 'pages', 'identity'],
  ]);
});

test('finds cycles below the first folder', () => {
  const found = findCycles(
    ['identity/sessions/sign-in.ts', 'identity/limits/throttle.ts'],
    ['identity/limits/accounts.ts', 'identity/sessions/lifetimes.ts'],
  );
  expect(found).toEqual([['identity/limits', 'identity/sessions', 'identity/limits']]);
});

test('a file directly in src counts as a folder, a file below a folder does not', () => {
  expect(findCycles(['main.ts', 'pages/page.ts'], ['pages/text.ts', 'main.ts'])).toHaveLength(1);
  expect(
    findCycles(
      ['identity/identity-services.ts', 'identity/sessions/a.ts'],
      ['identity/sessions/b.ts', 'identity/identity-services.ts'],
    ),
  ).toEqual([]);
});

test('one-way imports, and imports of other packages, are no cycle', () => {
  expect(findCycles(['pages/page.ts', 'identity/user.ts'], ['pages/page.ts', 'http/parse.ts'])).toEqual([]);
  const other = 'packages/core/contract/src/index.ts';
  expect(findFolderCycles([{ source: `${server}/main.ts`, dependencies: [{ resolved: other }] }])).toEqual([]);
});
