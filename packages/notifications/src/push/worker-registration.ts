import { listen } from '../listen';

const script = '/firebase-messaging-sw.js';
/** Firebase's own; under it there are no pages, so the worker stands in nobody's way. */
const scope = '/firebase-cloud-messaging-push-scope';

/** Limits of installing and of activating the worker (specification, section 9), in milliseconds. */
const installationLimit = 10_000;
const activationLimit = 10_000;

/**
 * Registers the service worker of push and waits until it is active.
 * @throws Error when that takes too long
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registering = navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' });
  const registration = await within(installationLimit, 'The service worker is not installed.', registering);
  const { done, stop } = untilActive(registration);
  await within(activationLimit, 'The service worker is not active.', done).finally(stop);
  return registration;
}

/** The registration of push, if there is one. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return registration?.scope === new URL(scope, location.origin).href ? registration : undefined;
}

/** Follows the worker through its replacements: one that is outdated before it is active never will be. */
function untilActive(registration: ServiceWorkerRegistration): Waiting {
  const undo: (() => void)[] = [];
  const done = new Promise<void>((resolve, reject) => {
    const look = () => {
      const { active, waiting, installing } = registration;
      if (active?.state === 'activated') return resolve();
      const workers = [active, waiting, installing].filter((worker) => worker !== null);
      if (workers.length === 0) return reject(new Error('The service worker failed to install.'));
      for (const worker of workers) undo.push(listen(worker, ['statechange'], look));
    };
    look();
  });
  return {
    done,
    stop: () => {
      for (const end of undo) end();
    },
  };
}

interface Waiting {
  readonly done: Promise<void>;
  stop(): void;
}

async function within<Result>(limit: number, message: string, task: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limit);
  });
  return Promise.race([task, tooLate]).finally(() => clearTimeout(timer));
}
