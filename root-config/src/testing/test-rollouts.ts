import { type ErrorReport, receiveReports } from '@portico/shared';
import { renderParcel, Toasts } from '@portico/shared/testing';
import { createImportMapHooks } from '../import-map/fallback';
import { findMount } from '../module-host/container';
import { HostedApplication } from '../module-host/hosted-application';
import { startTestLoader, type TestLoader } from './test-loader';

export const getName = (module: string) => `@module/${module}`;
export const getAddress = (module: string, version: number) => `https://cdn.test/${module}/${version}/app.js`;
const forAll = <Value>(modules: string[], create: (module: string) => Value) =>
  Object.fromEntries(modules.map((module) => [getName(module), create(module)]));

export let loader: TestLoader;
/** The reports since the start of the test, also those of `open`. */
let reports: ErrorReport[];
/** The failures that `open` has shown. */
export let panels: string[];
let log: jest.SpyInstance;

/**
 * Starts a page for the tests of this file. Version 2 of the modules is in a rollout, and version 1 is the fallback.
 * Each test needs its own module, because a page keeps what it has evaluated.
 */
export function startRollouts(modules: string[]): void {
  beforeAll(async () => {
    loader = await startTestLoader({
      imports: forAll(modules, (module) => getAddress(module, 2)),
      rollouts: forAll(modules, (module) => ({ version: '2.0.0', fallback: getAddress(module, 1) })),
    });
    collectReports();
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
    renderParcel(Toasts, 'overlay');
  });
  afterEach(() => log.mockRestore());
  afterAll(() => loader.close());
}

export const collectReports = () => receiveReports((each) => reports.push(each));

export const showing = (text: string) => ({
  mount: async ({ element }: { element: HTMLElement }) => void element.append(text),
  unmount: async () => undefined,
});
export const failing = {
  mount: async () => {
    throw new Error('no mount');
  },
  unmount: async () => undefined,
};
export const never = () => new Promise<never>(() => {});

export function deploy(module: string, version: number, exports: unknown): void {
  const file = typeof exports === 'function' ? exports : async () => exports;
  loader.files.set(getAddress(module, version), () => file());
}

/** Opens a module as the portal does; a panel is the kind of its failure, and a click is a retry. */
export function open(module: string): HostedApplication {
  const application = new HostedApplication({
    name: getName(module),
    container: document.querySelector('main') ?? document.body,
    props: { key: module, basePath: `/${module}` },
    importMapHooks: createImportMapHooks(getName(module)),
    findMount: (exports) => findMount(module, exports),
    showFailure: (place, { kind, message }, onRetry) => {
      panels.push(`${kind}: ${message}`);
      place.textContent = kind;
      place.onclick = () => onRetry();
      return async () => undefined;
    },
  });
  void application.lifecycles.mount();
  return application;
}

/** Stores what the page before the reload has stored when the version failed. */
export function storeFailure(module: string, changes: object = {}): void {
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
export function getStoredState(module: string): unknown {
  const last = sessionStorage
    .getItem(`portico:failed:${getName(module)}`)
    ?.split('\n')
    .at(-1);
  return last && JSON.parse(last).state;
}

export const getContent = () => document.querySelector('main')?.textContent;
export const getOutcomes = () => loader.portal.calls.filter(({ route }) => route === 'POST /publishing/outcomes');
export const getKinds = () => reports.map(({ kind }) => kind);
/** jsdom cannot reload: it logs that instead. */
export const countReloads = () => log.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;
