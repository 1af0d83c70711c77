import fc from 'fast-check';
import { addReturnLink, getSignInAddress, returnPath } from './return-link';

const origin = 'https://smsa.portal.test';

test.each([
  ['/smsa/deep?x=1#y', '/smsa/deep?x=1#y'],
  ['/', '/'],
  ['/smsa//tickets', '/smsa//tickets'],
  [null, '/'],
  ['', '/'],
  ['smsa', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['\\\\evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['/.//evil.test', '/'],
  ['/x/..//evil.test', '/'],
  ['javascript:alert(1)', '/'],
  ['https://evil.test', '/'],
  ['https:/evil.test', '/'],
  [' //evil.test', '/'],
])('%j leads to %j', (link, path) => {
  expect(returnPath(link)).toBe(path);
});

test.each([
  ['/smsa/deep?x=1', '/smsa/deep?x=1#z'],
  ['/smsa/deep?x=1#y', '/smsa/deep?x=1#y'],
  [null, '/'],
])('%j after /signin#z leads to %j', (link, path) => {
  expect(returnPath(link, '#z')).toBe(path);
});

test('every link leads to a path of this origin', () => {
  const hostile = fc.array(
    fc.constantFrom('/', '\\', '.', '..', ':', '@', '\t', '\n', '%2f', '%5c', 'evil.test', '?', '#'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        hostile.map((parts) => `/${parts.join('')}`),
      ),
      (link) => {
        const path = returnPath(link);
        expect(path.startsWith('/')).toBe(true);
        expect(new URL(path, origin).origin).toBe(origin);
      },
    ),
  );
});

test.each([
  ['/recover', '?link=%2Fsmsa%2Ftickets%3Fpage%3D2', '/recover?link=%2Fsmsa%2Ftickets%3Fpage%3D2'],
  ['/recover', '?page=2', '/recover'],
  ['/recover', '?link=', '/recover'],
])('%s keeps the link of %j', (path, search, address) => {
  expect(addReturnLink(path, search)).toBe(address);
});

test.each([
  ['/', '/signin'],
  ['/404', '/signin'],
  ['/profile#language', '/signin?link=%2Fprofile%23language'],
  ['/smsa/deep?x=1#y', '/signin?link=%2Fsmsa%2Fdeep%3Fx%3D1%23y'],
])('%s needs a session, which %s starts', (path, address) => {
  expect(getSignInAddress(new URL(path, origin))).toBe(address);
});
