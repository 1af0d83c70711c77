import { type Fault, receiveReports, toasterPart } from '@portico/shared';
import { renderParcel } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/evaluated-modules';
import { HostedApplication } from '../module-host/hosted-application';
import { mountOfModule } from '../module-host/mount-of-module';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { lookAtLiveMap, newReleaseOf, ownImports } from '../updates/live-map';
import { createModuleTrial } from './module-trial';

// A test each: what a page has evaluated or left stays so.
const names = ['loads', 'throws', 'hangs', 'stalls', 'exports', 'breaks', 'kept', 'works', 'guest', 'crashes'];
const addressOf = (name: string, version: number) => `https://cdn.test/${name}/${version}/app.js`;
const forAll = <Value>(make: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [`@module/${name}`, make(name)]));

let loader: TestLoader;
let faults: Fault[];
let shown: string[];
let overlay: HTMLElement;

beforeAll(async () => {
  loader = await startTestLoader({
    imports: forAll((name) => addressOf(name, 2)),
    trials: forAll((name) => ({ version: '2.0.0', fallback: addressOf(name, 1) })),
  });
  await toasterPart.load();
  receiveReports((fault) => faults.push(fault));
});
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation();
  sessionStorage.clear();
  await loader.portal.reset();
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'Fila de exames', module: 'loads', description: '' },
  ]);
  loader.portal.answer('POST /publishing/outcomes', { status: 204 });
  loader.files.clear();
  loader.fetched.length = 0;
  faults = [];
  shown = [];
  document.body.innerHTML = '<main></main>';
  overlay = renderParcel(Toasts, 'overlay').container;
});
afterAll(() => loader.close());

const texts = (text: string) => ({
  mount: async ({ element }: { element: HTMLElement }) => void element.append(text),
  unmount: async () => undefined,
});
const broken = {
  mount: async () => {
    throw new Error('no mount');
  },
  unmount: async () => undefined,
};
const never = () => new Promise<never>(() => {});
/** Puts a build of a module on its server. */
function deploy(name: string, version: number, exports: unknown): void {
  const file = typeof exports === 'function' ? exports : async () => exports;
  loader.files.set(addressOf(name, version), () => file());
}

/** Opens a module as the portal does; its failure is shown by its kind. */
function open(name: string): HostedApplication {
  const application = new HostedApplication({
    name: `@module/${name}`,
    container: document.querySelector('main') ?? document.body,
    timeout: 200,
    trial: createModuleTrial(`@module/${name}`),
    mountableOf: (exports) => mountOfModule(name, exports),
    createProps: (element, onCrash) => ({
      props: {
        key: name,
        basePath: `/${name}`,
        element,
        onCrash,
        portal: Object.create(null),
      },
      release: () => undefined,
    }),
    showFailure: (place, { kind }) => {
      shown.push(kind);
      place.textContent = kind;
      return async () => undefined;
    },
    report: (kind, error) => faults.push({ kind, error }),
  });
  void application.lifecycles.mount();
  return application;
}

const content = () => document.querySelector('main')?.textContent;
const outcomes = () => loader.portal.calls.filter(({ route }) => route === 'POST /publishing/outcomes');
const kinds = () => faults.map(({ kind }) => kind);
/** What the toasts say, in place of the overlay. */
const Toasts = () =>
  toasterPart
    .get()
    .useToaster(true)
    .toasts.map(({ toast }) => toast.text);
const toasts = () => overlay.textContent;

it('runs the version before in the place of one that does not load, tells the user, the operator and the server', async () => {
  deploy('loads', 1, texts('the first'));
  open('loads');
  await waitFor(() => expect(content()).toBe('the first'));
  expect(kinds()).toEqual(['load-error']);
  expect(shown).toEqual([]);
  await waitFor(() => expect(outcomes()).toHaveLength(1));
  expect(outcomes()[0]?.body).toMatchObject({ module: 'loads', version: '2.0.0', outcome: 'failed' });
  expect(outcomes()[0]?.body).toHaveProperty('detail', expect.stringMatching(/^load-error: /));
  await waitFor(() => expect(toasts()).toBe('A nova versão de Fila de exames falhou; a anterior está em uso.'));
  expect(evaluatedModules.get('@module/loads')).toBe(addressOf('loads', 1));
  expect(sessionStorage.getItem('portico:retreats:@module/loads')).toBe(addressOf('loads', 2));
  // What has failed here is no new version, and the next one is.
  await lookAtLiveMap('no-store', performance.now());
  expect(newReleaseOf('@module/loads')).toBeUndefined();
  loader.live.map = { ...loader.live.map, imports: { '@module/loads': addressOf('loads', 3) } };
  await lookAtLiveMap('no-store', performance.now());
  expect(newReleaseOf('@module/loads')).toBe(addressOf('loads', 3));
  expect(outcomes()).toHaveLength(1);
});

it.each([
  ['throws', 'mount-error', broken],
  ['hangs', 'load-timeout', never],
  ['stalls', 'mount-timeout', { mount: never, unmount: async () => undefined }],
  ['exports', 'wrong-exports', { nothing: 1 }],
])('does so for one that %s: %s', async (name, kind, exports) => {
  deploy(name, 1, texts('the first'));
  deploy(name, 2, exports);
  open(name);
  await waitFor(() => expect(content()).toBe('the first'));
  expect(kinds()).toEqual([kind]);
  await waitFor(() => expect(outcomes()).toHaveLength(1));
  expect(evaluatedModules.get(`@module/${name}`)).toBe(addressOf(name, 1));
});

it('shows what the new version failed for where the one before fails, too, and blames nobody', async () => {
  deploy('breaks', 1, async () => {
    throw new Error('no longer there');
  });
  deploy('breaks', 2, broken);
  open('breaks');
  await waitFor(() => expect(shown).toEqual(['mount-error']));
  expect(kinds()).toEqual(['mount-error', 'load-error']);
  expect(ownImports()['@module/breaks']).toBe(addressOf('breaks', 2));
  expect(sessionStorage.getItem('portico:retreats:@module/breaks')).toBeNull();
  expect([outcomes(), toasts()]).toEqual([[], '']);
});

it('goes straight to the version before where this tab has left the new one, and tells it no more', async () => {
  sessionStorage.setItem('portico:retreats:@module/kept', addressOf('kept', 2));
  deploy('kept', 1, texts('the first'));
  deploy('kept', 2, texts('the second'));
  open('kept');
  await waitFor(() => expect(content()).toBe('the first'));
  expect(loader.fetched).toEqual([addressOf('kept', 1)]);
  expect([kinds(), outcomes(), toasts()]).toEqual([[], [], '']);
});

it('tells the server of a version on trial that has mounted, once', async () => {
  deploy('works', 2, texts('the second'));
  const application = open('works');
  await waitFor(() => expect(outcomes()).toHaveLength(1));
  expect(outcomes()[0]?.body).toMatchObject({ module: 'works', version: '2.0.0', outcome: 'mounted' });
  await application.lifecycles.unmount();
  await application.lifecycles.mount();
  await waitFor(() => expect(content()).toBe('the second'));
  expect(sessionStorage.getItem('portico:mounted:@module/works')).toBe('2.0.0');
  expect(outcomes()).toHaveLength(1);
});

it('tells the server nothing of somebody who is not signed in', async () => {
  await loader.portal.reset();
  deploy('guest', 1, texts('the first'));
  open('guest');
  await waitFor(() => expect(content()).toBe('the first'));
  await waitFor(() => expect(toasts()).toBe('A nova versão de guest falhou; a anterior está em uso.'));
  expect(outcomes()).toEqual([]);
});

it('leaves a version that crashes later where it is', async () => {
  let crash: (error: unknown) => void = () => undefined;
  deploy('crashes', 2, {
    mount: async ({ onCrash }: { onCrash: (error: unknown) => void }) => {
      crash = onCrash;
    },
    unmount: async () => undefined,
  });
  open('crashes');
  await waitFor(() => expect(outcomes()).toHaveLength(1));
  crash(new Error('later'));
  await waitFor(() => expect(shown).toEqual(['crash']));
  expect(ownImports()['@module/crashes']).toBe(addressOf('crashes', 2));
});
