import { findRegistration, registerWorker } from './worker-registration';

class TestServiceWorker extends EventTarget {
  state: ServiceWorkerState;
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class TestRegistration {
  scope = 'http://localhost/firebase-cloud-messaging-push-scope';
  installing: TestServiceWorker | null = null;
  waiting: TestServiceWorker | null = null;
  active: TestServiceWorker | null = null;
}

const register = jest.fn();
let registration: TestRegistration;

beforeEach(() => {
  registration = new TestRegistration();
  register.mockReset().mockImplementation(async () => registration);
  Object.assign(navigator, { serviceWorker: { register, getRegistration: async () => registration } });
});
afterEach(() => jest.useRealTimers());

/** Lets pending microtasks finish. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('is ready immediately if the worker is active, under a scope of its own', async () => {
  registration.active = new TestServiceWorker('activated');
  expect(await registerWorker()).toBe(registration);
  expect(register).toHaveBeenCalledWith('/firebase-messaging-sw.js', {
    scope: '/firebase-cloud-messaging-push-scope',
    updateViaCache: 'none',
  });
});

it('waits on a first visit until the worker is active', async () => {
  const worker = new TestServiceWorker('installing');
  registration.installing = worker;
  const ready = registerWorker();
  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });
  await Promise.resolve();
  Object.assign(registration, { installing: null, active: worker });
  worker.become('activating');
  await settled();
  expect(isReady).toBe(false);
  worker.become('activated');
  expect(await ready).toBe(registration);
});

it('follows the worker that replaces one before it was active', async () => {
  const [outdated, newer] = [new TestServiceWorker('installed'), new TestServiceWorker('installing')];
  registration.waiting = outdated;
  const ready = registerWorker();
  await settled();
  registration.installing = newer;
  registration.waiting = null;
  outdated.become('redundant');
  Object.assign(registration, { installing: null, active: newer });
  newer.become('activated');
  expect(await ready).toBe(registration);
});

it('fails when the worker does not install', async () => {
  const worker = new TestServiceWorker('installing');
  registration.installing = worker;
  const ready = registerWorker();
  await settled();
  registration.installing = null;
  worker.become('redundant');
  await expect(ready).rejects.toThrow('failed to install');
});

it.each([
  ['installed', () => register.mockImplementation(() => new Promise(() => undefined))],
  ['active', () => Object.assign(registration, { installing: new TestServiceWorker('installing') })],
])('fails when the worker is not %s within 10 s', async (state, arrange) => {
  jest.useFakeTimers();
  arrange();
  const failed = expect(registerWorker()).rejects.toThrow(`The service worker is not ${state}.`);
  await jest.advanceTimersByTimeAsync(10_000);
  await failed;
  expect(jest.getTimerCount()).toBe(0);
});

it('does not use a worker that is not its own', async () => {
  expect(await findRegistration()).toBe(registration);
  registration.scope = 'http://localhost/';
  expect(await findRegistration()).toBeUndefined();
});
