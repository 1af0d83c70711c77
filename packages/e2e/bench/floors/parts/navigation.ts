import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The current path; it follows `navigate`, back and forward. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** Navigates to a path without a page load. */
export function navigate(path: string): void {
  history.pushState(null, '', path);
  for (const listener of listeners) listener();
}
