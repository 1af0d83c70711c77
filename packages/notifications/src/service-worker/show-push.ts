import type { PushData } from '@portico/contract';
import { readBinding } from '../push/push-store';
import { notificationIcon } from './notification-icon';
import { offerToPages } from './offer-to-pages';
import type { WorkerScope } from './worker-scope';

/** More is cut off by every system. */
const longestTitle = 200;
const longestBody = 500;

/**
 * Shows a push to the user who is signed in, once: in the page in front, else as a notification of the system. What is
 * meant for another user is shown to nobody.
 * @param message `undefined` when it cannot be read; browsers demand that something is shown all the same
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
  const icon = await notificationIcon(module);
  await scope.registration.showNotification(title.slice(0, longestTitle), {
    // A page that shows the same one gives it the same tag.
    tag: `notification:${id}`,
    body: body.slice(0, longestBody),
    data: { id, redirect },
    ...(icon && { icon }),
  });
}

/** Nobody is signed in: what is left of the last user ends here. */
async function endSubscription({ registration }: WorkerScope): Promise<void> {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}
