import { accessTokenResponseSchema, type ExchangeRequest, type PasswordResetRequest } from '@portico/contract';
import { callApi, send } from '../api/api-client';
import { isApiFailure } from '../api/api-failure';

/**
 * An access token for another app and tenant (specification, section 7; the Authorization header is sent empty).
 * @throws ApiFailure when the user may not use it
 */
export async function exchangeAccessToken(request: ExchangeRequest): Promise<string> {
  const answer = await callApi('auth/exchange', accessTokenResponseSchema, {
    method: 'post',
    json: request,
    headers: { Authorization: '' },
  });
  return answer.access_token;
}

/**
 * Whether the server still accepts the session.
 * @throws ApiFailure when it cannot be asked
 */
export async function validateSession(): Promise<boolean> {
  try {
    await send('auth/validate');
    return true;
  } catch (error) {
    if (isApiFailure(error) && error.status === 401) return false;
    throw error;
  }
}

/**
 * Sets a new password by the mailed code; ends every session of the user.
 * @throws ApiFailure `code-invalid` when the code is wrong, used or too old
 */
export async function resetPassword(request: PasswordResetRequest): Promise<void> {
  await send('auth/recover', { method: 'put', json: request });
}

/**
 * Asks for a recovery code by e-mail; the answer is the same for every address.
 * @throws ApiFailure
 */
export async function requestRecovery(email: string): Promise<void> {
  await send('auth/recover', { method: 'post', json: { email } });
}
