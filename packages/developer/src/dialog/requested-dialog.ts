import type { DeveloperRequest } from '@portico/shared';
import { useSyncExternalStore } from 'react';

let requested: DeveloperRequest | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog; what it showed before gives way. */
export function openDialog(request: DeveloperRequest): void {
  change(request);
}

export function closeDialog(): void {
  change(undefined);
}

/** What the dialog is to show while it is open. */
export function useRequestedDialog(): DeveloperRequest | undefined {
  return useSyncExternalStore(subscribe, () => requested);
}

function change(request: DeveloperRequest | undefined): void {
  requested = request;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
