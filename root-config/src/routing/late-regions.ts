import { whenIdle } from '@portico/shared';
import { triggerAppChange } from 'single-spa';

/** The regions that wait, and those that have started. */
const waiting = new Set<string>();
const started = new Set<string>();

/**
 * Whether a region that loads when idle may be on screen. It starts once the screen is complete and the browser is idle,
 * and then stays as long as it is wanted.
 */
export function startLate(region: string, isWanted: boolean): boolean {
  if (!isWanted) {
    waiting.delete(region);
    started.delete(region);
  } else if (!started.has(region) && !waiting.has(region)) {
    if (waiting.size === 0) whenIdle(startWaiting);
    waiting.add(region);
  }
  return started.has(region);
}

function startWaiting(): void {
  for (const region of waiting) started.add(region);
  waiting.clear();
  void triggerAppChange();
}
