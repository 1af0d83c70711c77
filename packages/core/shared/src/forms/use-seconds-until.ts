import { useCallback, useSyncExternalStore } from 'react';

/**
 * The whole seconds left until a time of the clock (in milliseconds), 0 once it is past. It reads the clock instead of
 * counting, so that a tab that slept is right at once.
 */
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
