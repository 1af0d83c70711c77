import { triggerAppChange } from 'single-spa';

/** The regions that wait, and those that have started. */
const waiting = new Set<string>();
const started = new Set<string>();

/**
 * Whether a region that may start late has started. Once started, it stays as long as it is wanted.
 * @param schedule calls back when the region may start; without it, the region starts now
 */
export function hasStarted(region: string, isWanted: boolean, schedule?: (start: () => void) => void): boolean {
  if (!isWanted || !schedule) waiting.delete(region);
  if (!isWanted) started.delete(region);
  else if (!schedule) started.add(region);
  else if (!started.has(region) && !waiting.has(region)) {
    waiting.add(region);
    schedule(() => {
      if (!waiting.delete(region)) return;
      started.add(region);
      void triggerAppChange();
    });
  }
  return started.has(region);
}
