import { accountPart } from '@portico/shared';
import { forgetBinding, readBinding } from './push-store';
import { findRegistration } from './worker-registration';

/** Ends the push of the user who is signed in, at the server and in the browser. */
export async function unbindPush(): Promise<void> {
  const binding = await readBinding();
  const token = binding?.registered?.token;
  await Promise.allSettled([unbindBrowser(), token && accountPart.get().unregisterPushToken(token)]);
}

/**
 * Ends push in this browser, whosever it was, and takes her notifications off the screen. Without a network too: what was
 * subscribed is no longer, and the push service finds that out.
 */
export async function unbindBrowser(): Promise<void> {
  await forgetBinding();
  const registration = await findRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}
