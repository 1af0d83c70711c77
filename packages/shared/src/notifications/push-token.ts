import { send } from '../api/api-client';

/**
 * `POST /notifications/register`: pushes of this user come to this browser.
 * @throws ApiFailure
 */
export async function registerPushToken(token: string): Promise<void> {
  await send('notifications/register', { method: 'post', json: { token } });
}

/**
 * `DELETE /notifications/register`: they no longer do. A failure is silent: the server forgets tokens of sessions that
 * have ended, and those that the push service no longer knows.
 * @param accessToken of a session that is about to end here
 */
export async function unregisterPushToken(token: string, accessToken?: string): Promise<void> {
  const context = accessToken ? { context: { token: accessToken } } : {};
  const options = { method: 'delete', json: { token }, keepalive: true, ...context };
  await send('notifications/register', options).catch(() => undefined);
}
