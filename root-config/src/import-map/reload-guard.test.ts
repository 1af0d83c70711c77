import { waitFor } from '@testing-library/dom';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { requireNativeIntegrity } from './follow-deploys';

const known = 'https://cdn.test/known/1.js';
const late = 'https://cdn.test/late/1.js';
const unpinned = 'https://cdn.test/unpinned/1.js';
const ofPortal = new URL('/modules/late/1/portal.js', location.href).href;

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports: {}, integrity: { [known]: 'sha384-known' } });
  System.addImportMap({ imports: {}, integrity: { [late]: 'sha384-late', [ofPortal]: 'sha384-late' } });
});
afterAll(() => loader.close());

test('known, unpinned and portal-hosted modules need no reload', async () => {
  for (const address of [known, unpinned, ofPortal])
    await expect(requireNativeIntegrity(address)).resolves.toBe(undefined);
});

test('what a team hosts and has published since does, once', async () => {
  // jsdom has none.
  class Navigation {
    type = 'navigate';
  }
  const entry = new Navigation();
  Object.assign(globalThis, { PerformanceNavigationTiming: Navigation });
  Object.assign(performance, { getEntriesByType: () => [entry] });
  // jsdom cannot reload: it logs that instead.
  const log = jest.spyOn(console, 'error').mockImplementation();
  const countReloads = () => log.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;
  void requireNativeIntegrity(late);
  await waitFor(() => expect(countReloads()).toBe(1));
  entry.type = 'reload';
  await expect(requireNativeIntegrity(late)).rejects.toThrow(late);
  expect(countReloads()).toBe(1);
});
