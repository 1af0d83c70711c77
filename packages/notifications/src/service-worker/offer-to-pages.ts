import type { PushData } from '@portico/contract';
import { ask } from './ask';
import { pagesOf, type WorkerScope } from './worker-scope';

/** How long the page in front has to say that it shows a push, in milliseconds. */
const answerLimit = 1_000;

/**
 * Tells every page of a push, and has the one in front show it.
 * @returns whether that one does; without an answer it does not
 */
export async function offerToPages(message: PushData, scope: WorkerScope): Promise<boolean> {
  const pages = await pagesOf(scope);
  const front = needsNotification(scope) ? undefined : pages.find(({ focused }) => focused);
  for (const page of pages) if (page !== front) page.postMessage({ type: 'PUSH', message });
  if (!front) return false;
  const until = Date.now() + answerLimit;
  return (await ask(front, { type: 'SHOW_PUSH', message, until }, answerLimit)) !== undefined;
}

/** Apple ends a subscription after a few pushes without a notification of the system, page in front or not. */
function needsNotification({ navigator: { userAgent } }: WorkerScope): boolean {
  return /AppleWebKit\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent);
}
