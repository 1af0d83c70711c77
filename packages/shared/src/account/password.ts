import type { PasswordChangeRequest } from '@portico/contract';
import { send } from '../api/api-client';
import { refreshActiveSessions } from './active-sessions';

/**
 * Sets a new password; every other session of the user ends.
 * @throws ApiFailure 403 `wrong-password` when the current one is not it, 429 after too many tries
 */
export async function changePassword(request: PasswordChangeRequest): Promise<void> {
  await send('auth/password', { method: 'put', json: request });
  void refreshActiveSessions();
}
