import type { RefusedAddress, SessionStatus } from '@portico/shared';
import { getRoute, type Route } from './routes';

const apps = new Set(['smsa', 'hrstudium']);
const modules = new Map([
  ...['smsa', 'hrstudium', 'welcome'].map((key) => [key, key] as const),
  ['courses', 'hrstudium'],
  ['greetings', 'welcome'],
]);
// Only the server knows about `open`.
const findModule = (segment: string) => (segment === 'open' ? undefined : (modules.get(segment) ?? false));

function routeAt(path: string, status: SessionStatus): string {
  const { pathname, search, hash } = new URL(path, 'https://smsa.portal.test');
  return describeRoute(getRoute({ address: { pathname, search, hash }, status, apps, findModule }));
}

function describeRoute(route: Route): string {
  if (route.kind === 'redirect') return `→ ${route.to}${describeRefusal(route.refused)}`;
  if (route.kind === 'unknown-module') return `${route.segment}? (${route.layout})`;
  return `${route.kind === 'module' ? `module ${route.key}` : route.screen} (${route.layout})`;
}

function describeRefusal(refused: RefusedAddress | undefined): string {
  if (!refused) return '';
  return refused.missingApp ? ` (${refused.missingApp} is missing)` : ` (no page at ${refused.path})`;
}

describe('signed in', () => {
  test.each([
    ['/', 'home (shell)'],
    ['/profile', 'profile (shell)'],
    ['/profile/', 'profile (shell)'],
    ['/404', 'not-found (shell)'],
    ['/smsa', 'module smsa (shell)'],
    ['/smsa/', 'module smsa (shell)'],
    ['/smsa/deep?x=1#y', 'module smsa (shell)'],
    ['/hrstudium/courses/1', 'module hrstudium (shell)'],
    ['/courses', 'module hrstudium (shell)'],
    ['/courses/1?x=1#y', 'module hrstudium (shell)'],
    ['/greetings/1', '→ / (welcome is missing)'],
    ['/signin', '→ /'],
    ['/signin?link=%2Fsmsa%2Fdeep%3Fx%3D1%23y', '→ /smsa/deep?x=1#y'],
    ['/signin?link=/smsa/deep%3Fx%3D1#y', '→ /smsa/deep?x=1#y'],
    ['/signin?link=https%3A%2F%2Fevil.test', '→ /'],
    ['/recover', '→ /'],
    ['/welcome', '→ / (welcome is missing)'],
    ['/unknown', '→ / (no page at /unknown)'],
    ['/open/deep', 'open? (shell)'],
    ['/smsax', '→ / (no page at /smsax)'],
    ['/profile/other', '→ / (no page at /profile/other)'],
  ])('%s', (path, route) => {
    expect(routeAt(path, 'signed-in')).toBe(route);
  });
});

describe('signed out', () => {
  test.each([
    ['/signin', 'signin (bare)'],
    ['/signin?link=%2Fsmsa', 'signin (bare)'],
    ['/recover', 'recover (bare)'],
    ['/', '→ /signin'],
    ['/404', '→ /signin'],
    ['/profile', '→ /signin?link=%2Fprofile'],
    ['/smsa/deep?x=1#y', '→ /signin?link=%2Fsmsa%2Fdeep%3Fx%3D1%23y'],
    ['/anything', '→ /signin?link=%2Fanything'],
  ])('%s', (path, route) => {
    expect(routeAt(path, 'signed-out')).toBe(route);
  });
});

describe.each(['signed-in', 'signed-out', 'restoring', 'unreachable'] as const)('public, %s', (status) => {
  test.each([
    ['/smsa/portal', 'module smsa (shell)'],
    ['/smsa/portal/faq', 'module smsa (shell)'],
    ['/welcome/portal', 'module welcome (shell)'],
    ['/greetings/portal', 'module welcome (shell)'],
    ['/open/portal', 'open? (shell)'],
    ['/smsa/tickets/evaluation', 'module smsa (bare)'],
  ])('%s', (path, route) => {
    expect(routeAt(path, status)).toBe(route);
  });
});

test.each([
  ['/unknown/portal', 'signed-in', '→ / (no page at /unknown/portal)'],
  ['/unknown/portal', 'signed-out', '→ /signin?link=%2Funknown%2Fportal'],
  ['/smsa/portals', 'signed-out', '→ /signin?link=%2Fsmsa%2Fportals'],
  ['/smsa/tickets/evaluation/2', 'signed-out', '→ /signin?link=%2Fsmsa%2Ftickets%2Fevaluation%2F2'],
] as const)('what only looks public: %s, %s', (path, status, route) => {
  expect(routeAt(path, status)).toBe(route);
});

test.each([
  ['/%73msa/x%2Dy?q=%41#z', 'signed-in', '→ /smsa/x-y?q=%41#z'],
  ['/pr%6Ffile', 'signed-in', '→ /profile'],
  ['/%73ignin?link=%2Fsmsa', 'signed-out', '→ /signin?link=%2Fsmsa'],
  ['/smsa/x%2Dy', 'signed-in', 'module smsa (shell)'],
  ['/smsa/%70ortal', 'signed-out', 'module smsa (shell)'],
  ['/smsa/tickets/%65valuation', 'signed-out', 'module smsa (bare)'],
  ['/unknown/x%2Dy', 'signed-in', '→ / (no page at /unknown/x-y)'],
] as const)('encoded letters: %s, %s', (path, status, route) => {
  expect(routeAt(path, status)).toBe(route);
});

test.each([
  ['/smsa/deep', 'restoring', 'restoring (shell)'],
  ['/signin', 'restoring', 'restoring (bare)'],
  ['/smsa/deep', 'unreachable', 'unreachable (bare)'],
] as const)('until the session is known: %s, %s', (path, status, route) => {
  expect(routeAt(path, status)).toBe(route);
});
