import { type Step, steps } from './step';

const storageKey = 'welcome:done';

/** The steps that are done; whatever else stands in the storage counts as none. */
export function readDone(): ReadonlySet<Step> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(stored) ? steps.filter((step) => stored.includes(step)) : []);
  } catch {
    return new Set();
  }
}

export function writeDone(done: ReadonlySet<Step>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...done]));
  } catch {
    // No storage here: the list works until the page is left.
  }
}

/** Calls back when another tab has changed the steps; the returned function ends it. */
export function onDoneElsewhere(handler: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) handler();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
