import type { PageState } from '@portico/contract';
import { findContributors, findReachableModules } from './reachable-modules';

function signedIn(...modules: string[]): PageState['session'] {
  const apps = modules.map((module) => ({ name: module, module, description: '' }));
  return { access_token: 'token', user: { email: 'ana@portico.test', name: 'Ana' }, apps };
}
const find = (address: string, session: PageState['session']) => {
  const found = findReachableModules(address, session);
  return found && [...found].sort();
};

test.each([
  ['/', []],
  ['/signin', []],
  ['/recover', []],
  ['/smsa', ['smsa']],
  ['/smsa/tickets/1?x=/stock', ['smsa']],
  ['/smsa/portal', ['smsa']],
  ['/signin?link=%2Fstock%2Forders%3Fpage%3D2', ['stock']],
  ['/recover?link=%2Fstock', ['stock']],
  ['/signin?link=https%3A%2F%2Fevil.test%2Fstock', []],
  ['/signin?link=%2F%2573tock', ['stock']],
  ['/signin?link=%2Fprofile', []],
  ['/profile/', []],
])('without a session, the page of %s names %j', (address, modules) => {
  expect(find(address, 'none')).toEqual(modules);
  expect(find(address, 'ended')).toEqual(modules);
});

test('the page of a user names the modules of their applications, and the one of the address', () => {
  expect(find('/', signedIn('smsa', 'stock'))).toEqual(['smsa', 'stock']);
  expect(find('/welcome/portal', signedIn('smsa', 'stock'))).toEqual(['smsa', 'stock', 'welcome']);
  expect(find('/profile', signedIn('smsa', 'stock'))).toEqual(['smsa', 'stock']);
});

test('the page of a user with very many applications names the one of the address alone', () => {
  const many = signedIn(...Array.from({ length: 500 }, (_, index) => `app-${index}`));
  expect(find('/app-7/', many)).toEqual(['app-7']);
  expect(find('/', many)).toEqual([]);
  // The page has those of the others that add something to it.
  expect(findContributors(many)).toHaveProperty('size', 500);
  expect([findContributors(signedIn('smsa')), findContributors('none'), findContributors(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('only the page of a user who has the console names it', () => {
  const many = Array.from({ length: 500 }, (_, index) => `app-${index}`);
  for (const session of [signedIn('smsa'), 'none', 'ended'] as const)
    expect(find('/console/people', session)).not.toContain('console');
  for (const session of [signedIn('console'), signedIn('console', ...many)])
    expect(find('/console/people', session)).toEqual(['console']);
});

test('a page with an unknown session names all', () => {
  expect(find('/smsa', undefined)).toBeUndefined();
});
