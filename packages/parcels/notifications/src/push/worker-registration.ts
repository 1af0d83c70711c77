const script = '/firebase-messaging-sw.js';
/** The scope of Firebase. There are no pages under it, so the worker controls none. */
const scope = '/firebase-cloud-messaging-push-scope';

/** Timeout for installing and for activating the worker, in milliseconds. */
const timeout = 10_000;

/** Registers the service worker of push and waits until it is active. Throws after a timeout. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registering = navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' });
  const registration = await withTimeout('The service worker is not installed.', registering);
  await withTimeout('The service worker is not active.', untilActive(registration));
  return registration;
}

/** The registration of push, if there is one. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return registration?.scope === new URL(scope, location.origin).href ? registration : undefined;
}

/** Follows the worker and its replacements: a worker that is replaced too early never becomes active. */
function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const { active, waiting, installing } = registration;
      if (active?.state === 'activated') return resolve();
      const workers = [active, waiting, installing].filter((worker) => worker !== null);
      if (workers.length === 0) return reject(new Error('The service worker failed to install.'));
      for (const worker of workers) worker.addEventListener('statechange', check);
    };
    check();
  });
}

async function withTimeout<Result>(message: string, task: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeout);
  });
  return Promise.race([task, timedOut]).finally(() => clearTimeout(timer));
}
