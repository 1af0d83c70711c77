import type { Toast } from '@portico/shared';

const standardDuration = 4_000;
/** Long enough to hear of a button or link and to reach it by Alt+T, which pauses the toast. */
const shortestForAction = 5_000;

/** How long a toast stays, in milliseconds. By WCAG 2.2.1, an action that is nowhere else has no time limit. */
export function getToastDuration({ type, action, link, duration }: Toast): number {
  if (action && (type === 'error' || duration === undefined)) return Number.POSITIVE_INFINITY;
  const wanted = duration ?? standardDuration;
  return action || link ? Math.max(wanted, shortestForAction) : wanted;
}
