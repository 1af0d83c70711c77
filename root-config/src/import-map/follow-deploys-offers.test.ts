import {
  announceAddress,
  dismissToast,
  hasUnsavedChanges,
  leaveQuestionAtom,
  markUnsavedChanges,
  setLocale,
  store,
  waitingToastsAtom,
} from '@portico/shared';
import { withShortWaits } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DeployFollower } from './follow-deploys';
import { liveImportMap } from './live-import-map';
import { readList } from './session-lists';

const getAddress = (key: string, version: number) => `https://cdn.test/${key}/${version}/app.js`;
const text = (key: string) => `Há uma nova versão de ${key} disponível`;
const toasts = () => store.get(waitingToastsAtom);
const texts = () => toasts().map(({ toast }) => toast.text);
const getReloads = (unit: string) => readList('reloads', unit);
const deploys = new DeployFollower();
const settle = () => new Promise((resolve) => setTimeout(resolve));

let loader: TestLoader;
let log: jest.SpyInstance;

beforeAll(async () => {
  loader = await startTestLoader({});
  await setLocale('pt');
  deploys.start();
});
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => {
  log.mockRestore();
  visit('/');
});
afterAll(() => loader.close());

/** jsdom cannot reload: it logs that instead. */
const countReloads = () => log.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;

/** As the router does. */
function visit(pathname: string): void {
  const [, key] = pathname.split('/');
  liveImportMap.openModule = key ? `@module/${key}` : undefined;
  announceAddress({ pathname, search: '', hash: '' }, { isEcho: false });
}

async function publish(key: string, version: number): Promise<void> {
  loader.live.map = { imports: { [`@module/${key}`]: getAddress(key, version) } };
  await liveImportMap.refresh();
}

/** Version 1 of a module runs, and version 2 is published. */
async function replace(key: string): Promise<void> {
  evaluatedModules.set(`@module/${key}`, getAddress(key, 1));
  await publish(key, 2);
}

async function offer(key: string): Promise<void> {
  await replace(key);
  visit(`/${key}/`);
  await waitFor(() => expect(texts()).toEqual([text(key)]));
}

const accept = () => toasts()[0]?.toast.action?.run();

test('a new version is offered once while the module is on screen, and again when it is opened again', async () => {
  await offer('once');
  visit('/once/other');
  expect(texts()).toEqual([text('once')]);
  dismissToast(toasts()[0]?.id ?? '');
  visit('/once/deep');
  await settle();
  expect(texts()).toEqual([]);
  await publish('once', 3);
  visit('/once/');
  await waitFor(() => expect(texts()).toEqual([text('once')]));
  visit('/');
  expect(texts()).toEqual([]);
  visit('/once/');
  await waitFor(() => expect(texts()).toEqual([text('once')]));
});

test('the offer ends when the version that runs here is live again', async () => {
  await offer('back');
  await publish('back', 1);
  visit('/back/deep');
  expect(texts()).toEqual([]);
});

test('the version that the page was reloaded for is not offered when a cache still holds the one before', async () => {
  sessionStorage.setItem('portico:reloads:@module/cached', getAddress('cached', 2));
  await replace('cached');
  visit('/cached/');
  await settle();
  expect(texts()).toEqual([]);
});

test('accepting asks about unsaved changes, and offers it again to a user who stays', async () => {
  store.sub(leaveQuestionAtom, () => {});
  await offer('typing');
  const form = {};
  markUnsavedChanges(form, true);
  const [before] = toasts();
  accept();
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeDefined());
  store.get(leaveQuestionAtom)?.answer(false);
  await waitFor(() => expect(toasts()[0]?.id).not.toBe(before?.id));
  expect([texts(), countReloads(), getReloads('@module/typing')]).toEqual([[text('typing')], 0, []]);
  accept();
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeDefined());
  store.get(leaveQuestionAtom)?.answer(true);
  await waitFor(() => expect(countReloads()).toBe(1));
  expect([hasUnsavedChanges(), getReloads('@module/typing')]).toEqual([false, [getAddress('typing', 2)]]);
});

describe('a file of the module on screen that a deploy has removed', () => {
  /** The module is on screen, and has not been offered. */
  async function lose(key: string): Promise<void> {
    liveImportMap.openModule = `@module/${key}`;
    await replace(key);
    await recover(key);
  }
  const recover = (key: string) => deploys.recover({ source: `@module/${key}` });
  const outcome = () => [countReloads(), texts()];
  // jsdom has neither this class nor its entries.
  class NavigationTiming {
    readonly type = 'reload';
  }
  let entries: NavigationTiming[] = [];
  beforeAll(() => {
    Object.assign(window, { PerformanceNavigationTiming: NavigationTiming });
    Object.assign(performance, { getEntriesByType: () => entries });
  });

  test('reloads the page once, however many errors follow', async () => {
    await lose('lost');
    await recover('lost');
    expect([...outcome(), getReloads('@module/lost')]).toEqual([1, [], [getAddress('lost', 2)]]);
  });

  test('asks the user if something was unsaved, and reloads for a later error once it is saved', async () => {
    const { requests } = loader.live;
    await withShortWaits([1_000], async () => {
      const form = {};
      markUnsavedChanges(form, true);
      const lost = lose('unsaved');
      // The form of a crashed module is unmounted.
      await waitFor(() => expect(loader.live.requests).toBe(requests + 2));
      markUnsavedChanges(form, false);
      await lost;
      await settle();
    });
    expect(outcome()).toEqual([0, [text('unsaved')]]);
    await recover('unsaved');
    expect(countReloads()).toBe(1);
    visit('/');
    log.mockClear();
    const form = {};
    markUnsavedChanges(form, true);
    await lose('dirty');
    markUnsavedChanges(form, false);
    expect(outcome()).toEqual([0, [text('dirty')]]);
  });

  test('asks the user if a reload has not helped', async () => {
    sessionStorage.setItem('portico:reloads:@module/again', getAddress('again', 2));
    await lose('again');
    expect(outcome()).toEqual([0, [text('again')]]);
  });

  test('asks the user if the browser stores nothing', async () => {
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await lose('full');
    storage.mockRestore();
    expect(outcome()).toEqual([0, [text('full')]]);
  });

  test('changes nothing while the portal cannot be reached, or if nothing was deployed', async () => {
    await replace('calm');
    liveImportMap.openModule = '@module/calm';
    loader.live.isReachable = false;
    await recover('calm');
    loader.live.isReachable = true;
    expect(outcome()).toEqual([0, []]);
    evaluatedModules.set('@module/same', getAddress('same', 1));
    await publish('same', 1);
    liveImportMap.openModule = '@module/same';
    await recover('same');
    expect(outcome()).toEqual([0, []]);
  });

  test('changes nothing after the user has left', async () => {
    await replace('left');
    await recover('left');
    expect(outcome()).toEqual([0, []]);
  });

  test('asks the user for a parcel: a reload would lose the page around it', async () => {
    await replace('shown');
    document.body.innerHTML = '<div data-portico-parcel="@module/shown/card"></div>';
    await recover('shown');
    expect(outcome()).toEqual([0, [text('shown')]]);
    document.body.replaceChildren();
    visit('/elsewhere');
    expect(texts()).toEqual([]);
  });

  test('asks the user if the page was reloaded a moment ago, whatever is stored', async () => {
    entries = [new NavigationTiming()];
    // The last test: later refreshes would count as earlier ones.
    const now = jest.spyOn(performance, 'now').mockReturnValue(9_999);
    await lose('quiet');
    expect(outcome()).toEqual([0, [text('quiet')]]);
    visit('/');
    now.mockReturnValue(10_000);
    await lose('later');
    now.mockRestore();
    entries = [];
    expect(outcome()).toEqual([1, []]);
  });
});
