import { listen } from '@portico/shared';

const script = '/firebase-messaging-sw.js';
/** The scope of Firebase. There are no pages under it, so the worker controls none. */
const scope = '/firebase-cloud-messaging-push-scope';

/** Timeouts for installing and for activating the worker, in milliseconds. */
const installationTimeout = 10_000;
const activationTimeout = 10_000;

/**
 * Registers the service worker of push and waits until it is active.
 * @throws Error after a timeout
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registering = navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' });
  const registration = await withTimeout(installationTimeout, 'The service worker is not installed.', registering);
  const { done, stop } = untilActive(registration);
  await withTimeout(activationTimeout, 'The service worker is not active.', done).finally(stop);
  return registration;
}

/** The registration of push, if there is one. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return registration?.scope === new URL(scope, location.origin).href ? registration : undefined;
}

/** Follows replacements of the worker: one that is replaced before it is active never becomes active. */
function untilActive(registration: ServiceWorkerRegistration) {
  const undo: (() => void)[] = [];
  const done = new Promise<void>((resolve, reject) => {
    const check = () => {
      const { active, waiting, installing } = registration;
      if (active?.state === 'activated') return resolve();
      const workers = [active, waiting, installing].filter((worker) => worker !== null);
      if (workers.length === 0) return reject(new Error('The service worker failed to install.'));
      for (const worker of workers) undo.push(listen(worker, ['statechange'], check));
    };
    check();
  });
  const stop = () => {
    for (const end of undo) end();
  };
  return { done, stop };
}

async function withTimeout<Result>(timeout: number, message: string, task: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeout);
  });
  return Promise.race([task, timedOut]).finally(() => clearTimeout(timer));
}
