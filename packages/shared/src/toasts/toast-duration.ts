import type { Toast } from './toast';

const standardDuration = 4_000;
/** Time enough to hear of a button or link, and to get there by Alt+T, which stops the clock. */
const shortestForAction = 5_000;

/** How long a toast stays, in milliseconds (WCAG 2.2.1: what may be done in it alone has no time limit). */
export function durationOf({ type, action, link, duration }: Toast): number {
  if (action && (type === 'error' || duration === undefined)) return Number.POSITIVE_INFINITY;
  const given = duration ?? standardDuration;
  return action || link ? Math.max(given, shortestForAction) : given;
}
