import { useSyncExternalStore } from 'react';
import { listOverrides, type Override, watchOverrides } from './running-overrides';

let known: readonly Override[] = [];

/** The overrides of this browser, as they are now. */
export function useOverrides(): readonly Override[] {
  return useSyncExternalStore(watchOverrides, readOverrides);
}

/** The same list as long as nothing in it has changed. */
function readOverrides(): readonly Override[] {
  const current = listOverrides();
  if (JSON.stringify(current) !== JSON.stringify(known)) known = current;
  return known;
}
