import { useSyncExternalStore } from 'react';

/** The width below which a table is a list of cards. */
const narrow = '(max-width: 719px)';

/** Whether the window is too narrow for a table. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
