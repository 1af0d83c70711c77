import { send } from '@portico/shared';
import { deleteBinding, readBinding } from './push-store';
import { findRegistration } from './worker-registration';

/** Ends the push of the user who is signed in, at the server and in the browser. */
export async function unbindPush(): Promise<void> {
  const binding = await readBinding();
  const token = binding?.registered?.token;
  await Promise.allSettled([unbindBrowser(), token && unregisterPushToken(token)]);
}

/** Ends push in this browser, for any user. Works offline, too: the push service notices it. */
export async function unbindBrowser(): Promise<void> {
  await deleteBinding();
  const registration = await findRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * `DELETE /notifications/register`: pushes no longer come to this browser. Ignores failures: the server deletes tokens
 * of ended sessions, and those that the push service no longer knows.
 * @param accessToken the token of a session that is about to end
 */
export async function unregisterPushToken(token: string, accessToken?: string): Promise<void> {
  const options = { method: 'delete', json: { token }, keepalive: true, ...(accessToken && { token: accessToken }) };
  await send('notifications/register', options).catch(() => undefined);
}
