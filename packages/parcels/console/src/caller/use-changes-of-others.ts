import { allConsoles, changeEvent } from '@portico/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The age up to which an answer counts as current after a gap in the connection, in milliseconds. */
const currentAge = 5_000;

/** Fetches what is on screen again when another user has changed it. A hidden tab does so when it comes to the front. */
export function useChangesOfOthers(channel: string | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    const follow = (event: Event) => {
      const changed: unknown = event instanceof CustomEvent ? event.detail : undefined;
      const isGap = changed === null;
      if (!isGap && changed !== allConsoles && changed !== channel) return;
      void cache.invalidateQueries({
        refetchType: document.hidden ? 'none' : 'active',
        predicate: ({ state }) => !isGap || Date.now() - state.dataUpdatedAt > currentAge,
      });
    };
    window.addEventListener(changeEvent, follow);
    return () => window.removeEventListener(changeEvent, follow);
  }, [cache, channel]);
}
