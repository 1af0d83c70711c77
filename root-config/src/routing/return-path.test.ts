import fc from 'fast-check';
import { returnPath } from './routes';

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
  expect(returnPath(link, origin)).toBe(path);
});

test('whatever the link, the way leads to a path of this origin', () => {
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
        const path = returnPath(link, origin);
        expect(path.startsWith('/')).toBe(true);
        expect(new URL(path, origin).origin).toBe(origin);
      },
    ),
  );
});
