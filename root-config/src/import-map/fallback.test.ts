import {
  type ErrorReport,
  markUnsavedChanges,
  receiveReports,
  report,
  useAtomValue,
  waitingToastsAtom,
} from '@portico/shared';
import { renderParcel } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { findMount } from '../module-host/container';
import { HostedApplication } from '../module-host/hosted-application';
import { evaluatedModules } from '../module-host/module-import';
import { getActiveImports } from '../reports/attribute';
import { startReporting } from '../reports/start-reporting';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { createImportMapHooks } from './create-import-map-hooks';
import { findNewRelease, refreshLiveMap } from './live-map';

// One module per test, because a page keeps what it has evaluated.
const modules = [
  ...[
    'loads',
    'throws',
    'hangs',
    'stalls',
    'exports',
    'typing',
    'gone',
    'recent',
    'full',
    'offline',
    'crashes',
    'reported',
  ],
  ...['falls', 'guest', 'both', 'broken', 'kept', 'renamed', 'garbled', 'works'],
];
const getName = (module: string) => `@module/${module}`;
const getAddress = (module: string, version: number) => `https://cdn.test/${module}/${version}/app.js`;
const forAll = <Value>(create: (module: string) => Value) =>
  Object.fromEntries(modules.map((module) => [getName(module), create(module)]));

let loader: TestLoader;
let reports: ErrorReport[];
let panels: string[];
let overlay: HTMLElement;
let log: jest.SpyInstance;

beforeAll(async () => {
  loader = await startTestLoader({
    imports: forAll((module) => getAddress(module, 2)),
    rollouts: forAll((module) => ({ version: '2.0.0', fallback: getAddress(module, 1) })),
  });
  receiveReports((each) => reports.push(each));
});
beforeEach(async () => {
  log = jest.spyOn(console, 'error').mockImplementation();
  sessionStorage.clear();
  await loader.portal.reset();
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'Fila de exames', module: 'falls', description: '' },
  ]);
  loader.portal.answer('POST /publishing/outcomes', { status: 204 });
  loader.files.clear();
  loader.fetched.length = 0;
  reports = [];
  panels = [];
  document.body.innerHTML = '<main></main>';
  overlay = renderParcel(Toasts, 'overlay').container;
});
afterEach(() => log.mockRestore());
afterAll(() => loader.close());

const showing = (text: string) => ({
  mount: async ({ element }: { element: HTMLElement }) => void element.append(text),
  unmount: async () => undefined,
});
const failing = {
  mount: async () => {
    throw new Error('no mount');
  },
  unmount: async () => undefined,
};
const never = () => new Promise<never>(() => {});

function deploy(module: string, version: number, exports: unknown): void {
  const file = typeof exports === 'function' ? exports : async () => exports;
  loader.files.set(getAddress(module, version), () => file());
}

/** Opens a module as the portal does; a panel is the kind of its failure, and a click is a retry. */
function open(module: string, onReport = () => {}): HostedApplication {
  const application = new HostedApplication({
    name: getName(module),
    container: document.querySelector('main') ?? document.body,
    timeout: 200,
    importMapHooks: createImportMapHooks(getName(module)),
    findMount: (exports) => findMount(module, exports),
    createProps: (element, onCrash) => ({
      props: { key: module, basePath: `/${module}`, element, onCrash, portal: Object.create(null) },
      release: () => undefined,
    }),
    showFailure: (place, { kind, message }, onRetry) => {
      panels.push(`${kind}: ${message}`);
      place.textContent = kind;
      place.onclick = () => onRetry();
      return async () => undefined;
    },
    report: (kind, error) => {
      reports.push({ kind, error });
      onReport();
    },
  });
  void application.lifecycles.mount();
  return application;
}

/** Stores what the page before the reload has stored when the version failed. */
function storeFailure(module: string, changes: object = {}): void {
  const failed = {
    version: '2.0.0',
    address: getAddress(module, 2),
    kind: 'mount-error',
    message: 'no mount',
    failedAt: Date.now(),
    state: 'falling-back',
    ...changes,
  };
  sessionStorage.setItem(`portico:failed:${getName(module)}`, JSON.stringify(failed));
}

/** The state of the version that failed, over reloads. */
function getStoredState(module: string): unknown {
  const last = sessionStorage
    .getItem(`portico:failed:${getName(module)}`)
    ?.split('\n')
    .at(-1);
  return last && JSON.parse(last).state;
}

const getContent = () => document.querySelector('main')?.textContent;
const getOutcomes = () => loader.portal.calls.filter(({ route }) => route === 'POST /publishing/outcomes');
const getKinds = () => reports.map(({ kind }) => kind);
/** jsdom cannot reload: it logs that instead. */
const countReloads = () => log.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;
/** What the toasts say, in place of the overlay. */
const Toasts = () => useAtomValue(waitingToastsAtom).map(({ toast }) => toast.text);

describe('a version in a rollout that fails', () => {
  test.each([
    ['loads', 'load-error', undefined],
    ['throws', 'mount-error', failing],
    ['hangs', 'load-timeout', never],
    ['stalls', 'mount-timeout', { mount: never, unmount: async () => undefined }],
    ['exports', 'wrong-exports', { nothing: 1 }],
  ])('%s: is marked and the page is reloaded, without a panel (%s)', async (module, kind, exports) => {
    if (exports) deploy(module, 2, exports);
    open(module);
    await waitFor(() => expect(countReloads()).toBe(1));
    expect(getStoredState(module)).toBe('falling-back');
    expect([getKinds(), panels, getOutcomes()]).toEqual([[kind], [], []]);
  });

  test('is reported to the operator before the reload', async () => {
    System.addImportMap({ imports: { '@portico/reporter': 'https://cdn.test/reporter.js' } });
    const received: string[] = [];
    let take = () => {};
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const reporter = {
      report: async ({ kind }: { kind: string }) => {
        received.push(kind);
        await taken;
      },
    };
    startReporting({ loadReporter: async () => reporter, onReport: () => {} });
    deploy('reported', 2, failing);
    open('reported', () => report({ kind: 'mount-error', source: '@module/reported', error: new Error('no mount') }));
    await waitFor(() => expect(received).toEqual(['mount-error']));
    await refreshLiveMap();
    await new Promise((resolve) => setTimeout(resolve));
    expect(countReloads()).toBe(0);
    take();
    await waitFor(() => expect(countReloads()).toBe(1));
    receiveReports((each) => reports.push(each));
  });

  test('shows its panel while something is unsaved', async () => {
    const form = {};
    markUnsavedChanges(form, true);
    open('typing');
    await waitFor(() => expect(panels).toHaveLength(1));
    markUnsavedChanges(form, false);
    expect([countReloads(), getStoredState('typing')]).toEqual([0, undefined]);
  });

  test('changes nothing after the user has left', async () => {
    deploy('gone', 2, failing);
    const hasLeft = new Promise<void>((resolve) => {
      const application = open('gone', () => {
        queueMicrotask(() => application.lifecycles.unmount().then(resolve));
      });
    });
    await hasLeft;
    await refreshLiveMap();
    await new Promise((resolve) => setTimeout(resolve));
    expect([countReloads(), getStoredState('gone')]).toEqual([0, undefined]);
  });

  test('shows its panel if it failed less than 10 s ago, and reloads later', async () => {
    storeFailure('recent', { state: 'no-fallback' });
    deploy('recent', 2, failing);
    open('recent');
    await waitFor(() => expect(panels).toHaveLength(1));
    expect(countReloads()).toBe(0);
    storeFailure('recent', { state: 'no-fallback', failedAt: Date.now() - 11_000 });
    document.querySelector<HTMLElement>('.portico-place')?.click();
    await waitFor(() => expect(countReloads()).toBe(1));
  });

  test('shows its panel if the browser stores nothing', async () => {
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    open('full');
    await waitFor(() => expect(panels).toHaveLength(1));
    storage.mockRestore();
    expect(countReloads()).toBe(0);
  });

  test('shows its panel while the portal cannot be reached', async () => {
    loader.live.isReachable = false;
    await refreshLiveMap();
    open('offline');
    await waitFor(() => expect(panels).toHaveLength(1));
    loader.live.isReachable = true;
    await refreshLiveMap();
    expect([countReloads(), getStoredState('offline')]).toEqual([0, undefined]);
  });

  test('shows its panel if it crashes later', async () => {
    let crash: (error: unknown) => void = () => undefined;
    deploy('crashes', 2, {
      mount: async ({ onCrash }: { onCrash: (error: unknown) => void }) => {
        crash = onCrash;
      },
      unmount: async () => undefined,
    });
    open('crashes');
    await waitFor(() => expect(getOutcomes()).toHaveLength(1));
    crash(new Error('later'));
    await waitFor(() => expect(panels).toEqual(['crash: later']));
    expect([countReloads(), getStoredState('crashes')]).toEqual([0, undefined]);
  });
});

describe('after the reload', () => {
  test('the version before runs, the user and the server are told, and the failed version is not offered', async () => {
    storeFailure('falls');
    deploy('falls', 1, showing('the first'));
    deploy('falls', 2, showing('the second'));
    open('falls');
    await waitFor(() => expect(getContent()).toBe('the first'));
    expect(loader.fetched).toEqual([getAddress('falls', 1)]);
    await waitFor(() => expect(getOutcomes()).toHaveLength(1));
    const outcome = { module: 'falls', version: '2.0.0', outcome: 'failed', detail: 'mount-error: no mount' };
    expect(getOutcomes()[0]?.body).toEqual(outcome);
    await waitFor(() =>
      expect(overlay.textContent).toBe('A nova versão de Fila de exames falhou; a anterior está em uso.'),
    );
    expect([getStoredState('falls'), getKinds()]).toEqual(['fell-back', []]);

    await refreshLiveMap();
    expect(findNewRelease(getName('falls'))).toBeUndefined();
    const { rollouts } = loader.live.map;
    loader.live.map = { imports: { [getName('falls')]: getAddress('falls', 3) }, rollouts: {} };
    await refreshLiveMap();
    expect(findNewRelease(getName('falls'))).toBe(getAddress('falls', 3));
    loader.live.map = { imports: forAll((module) => getAddress(module, 2)), ...(rollouts && { rollouts }) };
    await refreshLiveMap();
  });

  test('nothing is reported to the server without a session', async () => {
    await loader.portal.reset();
    storeFailure('guest');
    deploy('guest', 1, showing('the first'));
    open('guest');
    await waitFor(() => expect(overlay.textContent).toBe('A nova versão de guest falhou; a anterior está em uso.'));
    expect(getOutcomes()).toEqual([]);
  });

  test('if the version before does not load either, the panel of the first failure shows, and no outcome is reported', async () => {
    storeFailure('both');
    deploy('both', 2, showing('the second'));
    open('both');
    await waitFor(() => expect(panels).toEqual(['mount-error: no mount']));
    expect([getKinds(), getStoredState('both')]).toEqual([['load-error'], 'no-fallback']);
    expect([getOutcomes(), overlay.textContent, countReloads()]).toEqual([[], '', 0]);
    // A retry starts with the new version again.
    expect(getActiveImports()[getName('both')]).toBe(getAddress('both', 2));
    document.querySelector<HTMLElement>('.portico-place')?.click();
    await waitFor(() => expect(getContent()).toBe('the second'));
  });

  test('a version before that does not mount keeps its address, because the page has evaluated its build', async () => {
    storeFailure('broken');
    deploy('broken', 1, failing);
    open('broken');
    await waitFor(() => expect(panels).toEqual(['mount-error: no mount']));
    expect(getStoredState('broken')).toBe('no-fallback');
    expect(getActiveImports()[getName('broken')]).toBe(getAddress('broken', 1));
    expect(evaluatedModules.get(getName('broken'))).toBe(getAddress('broken', 1));
  });

  test('the user and the server are not told again', async () => {
    storeFailure('kept', { state: 'fell-back' });
    deploy('kept', 1, showing('the first'));
    deploy('kept', 2, showing('the second'));
    open('kept');
    await waitFor(() => expect(getContent()).toBe('the first'));
    expect(loader.fetched).toEqual([getAddress('kept', 1)]);
    expect([getKinds(), getOutcomes(), overlay.textContent]).toEqual([[], [], '']);
  });

  test.each([
    ['renamed', 'an address that was deployed again under another version', { version: '1.9.0' }],
    ['garbled', 'a version whose mark cannot be read', { state: 'unknown' }],
  ])('%s: %s is used', async (module, _, changes) => {
    storeFailure(module, changes);
    deploy(module, 2, showing('the second'));
    open(module);
    await waitFor(() => expect(getContent()).toBe('the second'));
  });
});

test('the server is told once that a version in a rollout has mounted', async () => {
  deploy('works', 2, showing('the second'));
  const application = open('works');
  await waitFor(() => expect(getOutcomes()).toHaveLength(1));
  expect(getOutcomes()[0]?.body).toMatchObject({ module: 'works', version: '2.0.0', outcome: 'mounted' });
  await application.lifecycles.unmount();
  await application.lifecycles.mount();
  await waitFor(() => expect(getContent()).toBe('the second'));
  expect(sessionStorage.getItem('portico:outcomes:@module/works')).toBe('mounted 2.0.0');
  expect(getOutcomes()).toHaveLength(1);
});
