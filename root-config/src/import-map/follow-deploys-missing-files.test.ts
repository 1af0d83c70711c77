import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DeployFollower } from './follow-deploys';
import { liveImportMap } from './live-import-map';

const getAddress = (key: string, file: string) => `https://cdn.test/${key}/1/${file}`;

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({
    imports: { '@module/smsa': getAddress('smsa', 'app.js'), '@module/cards': getAddress('cards', 'app.js') },
  });
  // jsdom lacks it.
  Object.assign(globalThis, { PerformanceNavigationTiming: class {} });
  new DeployFollower().start();
});
afterAll(() => loader.close());

const createScript = (src: string) => Object.assign(document.createElement('script'), { src });
const createStyleSheet = (href: string) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href });

it.each([
  ['script', 'smsa', createScript, 'page.js'],
  ['style sheet', 'cards', createStyleSheet, 'page.css'],
])('reloads the page when a %s is missing that a deploy has removed', async (_, key, create, file) => {
  // jsdom cannot reload: it logs that instead.
  const log = jest.spyOn(console, 'error').mockImplementation();
  evaluatedModules.set(`@module/${key}`, getAddress(key, 'app.js'));
  liveImportMap.openModule = `@module/${key}`;
  loader.live.map = { imports: { [`@module/${key}`]: `https://cdn.test/${key}/2/app.js` } };
  const element = create(getAddress(key, file));
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  await waitFor(() => expect(log.mock.calls.some(([error]) => /navigation/.test(String(error)))).toBe(true));
  element.remove();
  log.mockRestore();
});
