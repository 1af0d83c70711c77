import { cutText, type PushData, pushDataSchema } from '@portico/contract';
import * as v from 'valibot';
import { getNotificationLogoAddress } from '../message/notification-addresses';
import { readBinding } from '../push/push-store';
import { askPage, listPages, type WorkerScope } from './worker-scope';

const shownSchema = v.object({ title: v.optional(v.string()), body: v.optional(v.string()) });

/** The envelope of Firebase Cloud Messaging around the data. */
const envelopeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    fcmMessageId: v.optional(v.string()),
    notification: v.optional(shownSchema, {}),
    data: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
);

/** Parses a push. Our server sends data alone; the `notification` of other senders is not shown by the browser. */
export function readPush(text: string | undefined): PushData | undefined {
  const envelope = v.safeParse(envelopeSchema, text);
  if (!envelope.success) return undefined;
  const { data, fcmMessageId, notification } = envelope.output;
  const message = v.safeParse(pushDataSchema, { id: fcmMessageId, ...notification, ...data });
  return message.success ? message.output : undefined;
}

/** Every system cuts longer texts off. */
const longestTitle = 200;
const longestBody = 500;
/** Timeout for the focused page's answer, in milliseconds. */
const answerTimeout = 1_000;

/**
 * Shows a push to the user who is signed in, once: in the focused page, else as a notification of the system. A push
 * for another user is not shown.
 * @param message `undefined` if it cannot be parsed; browsers require a notification for each push
 */
export async function showPush(message: PushData | undefined, scope: WorkerScope): Promise<void> {
  const binding = await readBinding();
  if (!binding) return endSubscription(scope);
  if (message?.recipient !== undefined && message.recipient !== binding.recipient) return;
  if (!message) {
    await scope.registration.showNotification(binding.unreadableText, { tag: 'notification:' });
    return;
  }
  if (await offerToPages(message, scope)) return;
  const { id, title, body, module, redirect } = message;
  // The user may have signed out meanwhile.
  if ((await readBinding())?.recipient !== binding.recipient) return;
  await scope.registration.showNotification(cutText(title, longestTitle), {
    // A page that shows it uses the same tag.
    tag: `notification:${id}`,
    body: cutText(body, longestBody),
    data: { id, redirect },
    ...(module && { icon: getNotificationLogoAddress(module) }),
  });
}

/** No user is signed in: ends the subscription of the last user. */
async function endSubscription({ registration }: WorkerScope): Promise<void> {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/** Sends a push to every page, asks the focused one to show it, and returns whether it does. */
async function offerToPages(message: PushData, scope: WorkerScope): Promise<boolean> {
  const pages = await listPages(scope);
  const focusedPage = needsNotification(scope) ? undefined : pages.find(({ focused }) => focused);
  for (const page of pages) if (page !== focusedPage) page.postMessage({ type: 'PUSH', message });
  if (!focusedPage) return false;
  const until = Date.now() + answerTimeout;
  return (await askPage(focusedPage, { type: 'SHOW_PUSH', message, until }, answerTimeout)) !== undefined;
}

/** Apple ends a subscription after a few pushes without a notification of the system, even if a page is focused. */
function needsNotification({ navigator: { userAgent } }: WorkerScope): boolean {
  return /AppleWebKit\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent);
}
