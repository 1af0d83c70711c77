import type { StoryBrowser } from './story-browser';
import { until, type WebDriver } from './webdriver';

const escapeKey = '\uE00C';

/**
 * WebKit, driven by its WebDriver.
 * @param origin of the portal
 */
export function createWebkitBrowser(driver: WebDriver, origin: string): StoryBrowser {
  const run: StoryBrowser['run'] = (task, ...args) =>
    driver.post('/execute/sync', { script: `return (${task})(...arguments)`, args });
  /** Waits until the old document is gone: before, its elements would be found. */
  const leave = async (command: () => Promise<unknown>) => {
    await run(() => Reflect.set(window, 'isLeft', true));
    await command();
    await until(() => run(() => !Reflect.has(window, 'isLeft')), 'the next document');
  };
  /** Retries: an element may be replaced or covered between two commands. */
  const act = (xpath: string, command: string, body?: object) =>
    until(async () => {
      await driver.post((await driver.find(xpath)) + command, body);
      return true;
    }, xpath);
  return {
    open: (path) => leave(() => driver.post('/url', { url: origin + path })),
    reload: () => leave(() => driver.post('/refresh')),
    find: async (xpath) => void (await driver.find(xpath)),
    click: async (xpath) => void (await act(xpath, '/click')),
    type: async (xpath, text) => void (await act(xpath, '/value', { text })),
    chooseFile: async (file) => void (await act('//input[@type="file"]', '/value', { text: file })),
    pressEscape: async () => {
      const keys = ['keyDown', 'keyUp'].map((type) => ({ type, value: escapeKey }));
      await driver.post('/actions', { actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
    run,
  };
}
