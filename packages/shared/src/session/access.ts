import { accessTokenResponseSchema, type ExchangeRequest } from '@portico/contract';
import { callApi, send } from '../api/api-client';
import { isApiFailure } from '../api/api-failure';
import { store } from '../store';
import { accessTokenAtom } from './session-atoms';

/** The current access token; empty when nobody is signed in. */
export function accessToken(): string {
  return store.get(accessTokenAtom);
}

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
 * Asks for a recovery code by e-mail; the answer is the same for every address.
 * @throws ApiFailure
 */
export async function requestRecovery(email: string): Promise<void> {
  await send('auth/recover', { method: 'post', json: { email } });
}
