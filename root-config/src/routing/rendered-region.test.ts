import { changeApps, currentAppKeyAtom, failedRegionsAtom, setScreenComplete, store } from '@portico/shared';
import { isRendered, mountRendered, startAfterModule } from './rendered-region';

const props = { key: 'topbar', basePath: '/', portal: Object.create(null), onCrash: () => {} };
let region: HTMLElement;
let starts: number;

beforeEach(() => {
  jest.useFakeTimers();
  setScreenComplete(false);
  // jsdom is never idle.
  Object.assign(window, { requestIdleCallback: (task: () => void) => task() });
  document.body.innerHTML = `<div id="portico-topbar" data-portico><div data-rendered="topbar"><div>
    <a href="/">Logo</a><button type="button">Menu</button>
  </div></div></div>`;
  region = document.querySelector('div') as HTMLElement;
  starts = 0;
  store.set(currentAppKeyAtom, undefined);
  store.set(failedRegionsAtom, {});
});
afterEach(() => {
  window.porticoClicked = undefined;
  jest.useRealTimers();
});

const wait = () => startAfterModule(region, 'smsa', () => (starts += 1));

test.each([
  ['the module or its failure is on screen', () => setScreenComplete(true)],
  ['the module is slow', () => jest.advanceTimersByTime(1_000)],
  ['the focus reaches it', () => region.querySelector('a')?.focus()],
  [
    'the pointer reaches it',
    () => region.firstElementChild?.dispatchEvent(new Event('pointerover', { bubbles: true })),
  ],
  ['it is clicked', () => region.querySelector('button')?.click()],
])('the bar of the page starts when %s', (_when, happen) => {
  wait();
  jest.advanceTimersByTime(900);
  expect(starts).toBe(0);
  happen();
  expect(starts).toBeGreaterThan(0);
});

test('the bar starts at once for a click from before', () => {
  window.porticoClicked = region.querySelector('button') ?? undefined;
  wait();
  expect(starts).toBe(1);
});

test('the bar starts at once when it has the focus', () => {
  region.querySelector('a')?.focus();
  wait();
  expect(starts).toBe(1);
});

const apps = (...keys: string[]) => keys.map((module) => ({ module, name: module, description: '' }));
const bar = (language: string) =>
  `<a href="/">${language}</a><button title="Theme"></button><button title="Menu ${language}"></button>`;
const find = (selector: string) => region.querySelector<HTMLElement>(selector) ?? undefined;

async function mountBar(html: string): Promise<void> {
  const mount = async ({ element }: { element: HTMLElement }) => {
    if (!element.hasChildNodes()) element.innerHTML = html;
    return async () => {};
  };
  const element = find('[data-rendered] > div');
  if (element) await mountRendered(mount, { ...props, element });
}

test.each([
  ['nothing has changed', true, () => {}],
  ['the rest of the applications has come', true, () => changeApps('', apps('one', 'smsa', 'two'))],
  ['there is now one application', false, () => changeApps('', apps('smsa'))],
  ['the bell has failed', false, () => store.set(failedRegionsAtom, { bell: async () => {} })],
])('what the page host rendered is taken over when %s meanwhile: %s', async (_when, isTakenOver, change) => {
  changeApps('', apps('one', 'smsa'));
  store.set(currentAppKeyAtom, 'smsa');
  wait();
  expect(isRendered(region)).toBe(true);
  change();
  await mountBar('another');
  expect(region.textContent?.trim() !== 'another').toBe(isTakenOver);
});

test.each([
  ['by its name', 'en', '[title="Theme"]'],
  ['by its place, in another language', 'pt', '[title="Menu pt"]'],
])('a bar drawn again keeps focus and click, %s', async (_how, language, selector) => {
  const element = find('[data-rendered] > div');
  if (element)
    element.innerHTML = language === 'en' ? bar('en').replace('<button', '<button></button><button') : bar('en');
  wait();
  store.set(failedRegionsAtom, { bell: async () => {} });
  const old = find(selector.replace('pt', 'en'));
  old?.focus();
  window.porticoClicked = old;
  await mountBar(bar(language));
  expect(find(selector)).not.toBe(old);
  expect(find(selector)).toHaveFocus();
  expect(window.porticoClicked).toBe(find(selector));
});

test('a bar drawn again lets go of a click on what it does not show', async () => {
  wait();
  store.set(failedRegionsAtom, { bell: async () => {} });
  window.porticoClicked = find('button');
  await mountBar('');
  expect(window.porticoClicked).toBeUndefined();
});

test('a bar drawn again that fails keeps no click', async () => {
  wait();
  store.set(failedRegionsAtom, { bell: async () => {} });
  window.porticoClicked = find('button');
  const element = find('[data-rendered] > div') as HTMLElement;
  const mount = () => Promise.reject(new Error('no mount'));
  await expect(mountRendered(mount, { ...props, element })).rejects.toThrow('no mount');
  expect(window.porticoClicked).toBeUndefined();
});
