import { startTestPortal, type TestPortal } from '@portico/shared/testing';
import { isLeaving } from './navigation-guard';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.reset());
afterAll(() => portal.close());

function leaves(from: string, to: string): boolean {
  return isLeaving(new URL(from, location.origin), new URL(to, location.origin));
}

test.each([
  ['/smsa/', '/smsa/deep?x=1#y', false],
  ['/smsa/', '/smsa', false],
  ['/smsa/', '/smsax', true],
  ['/smsa/', '/', true],
  ['/smsa/', '/hrstudium/', true],
  ['/smsa/', '/signin?link=/smsa/deep', false],
  ['/profile#security', '/profile#security', false],
  ['/profile#security', '/profile', true],
  ['/profile#security', '/profile#language', true],
  ['/profile', '/profile?x', true],
  ['/profile', '/unknown', true],
  // Nobody can stay at an address that the router leads away from.
  ['/unknown', '/', false],
])('signed in, %s → %s: %s', async (from, to, expected) => {
  const apps = ['smsa', 'hrstudium'].map((module) => ({ name: module, module, description: '' }));
  await portal.signIn({ email: 'ana@portico.test', name: '' }, apps);
  expect(leaves(from, to)).toBe(expected);
});

test('after the sign-out the router leaves addresses that need a session', () => {
  expect(leaves('/profile', '/signin?link=%2Fprofile')).toBe(false);
  expect(leaves('/signin', '/recover')).toBe(true);
});
