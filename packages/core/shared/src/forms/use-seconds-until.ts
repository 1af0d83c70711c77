import { useCallback, useSyncExternalStore } from 'react';

/** Returns the seconds left until a time (in milliseconds), at least 0. Reads the clock, because a tab may sleep. */
export function useSecondsUntil(time: number): number {
  const getSecondsLeft = () => Math.max(0, Math.ceil((time - Date.now()) / 1000));
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(() => {
        onTick();
        if (Date.now() >= time) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [time],
  );
  return useSyncExternalStore(subscribe, getSecondsLeft, getSecondsLeft);
}
