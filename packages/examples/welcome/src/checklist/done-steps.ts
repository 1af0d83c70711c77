export const steps = ['switcher', 'home', 'theme', 'profile', 'logout'] as const;
export type Step = (typeof steps)[number];

const storageKey = 'welcome:done';

/** The completed steps; unreadable storage counts as none. */
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
    // Storage is blocked: the list works until the user leaves the page.
  }
}

/** Calls back when another tab changes the steps. Returns a function that stops it. */
export function onDoneElsewhere(handler: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) handler();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
