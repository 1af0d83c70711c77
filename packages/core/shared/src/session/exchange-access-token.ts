import { accessTokenResponseSchema, type PortalApi } from '@portico/contract';
import { callApi } from './api-client';

/**
 * Gets an access token for another application and tenant, for which the cookie names the session and the Authorization
 * header is empty; or one of the user's sign-in provider for an audience.
 * @throws ApiFailure when the user may not have it
 */
export async function exchangeAccessToken(target: Parameters<PortalApi['exchange']>[0]): Promise<string> {
  const [path, headers] = 'audience' in target ? ['provider-token', {}] : ['exchange', { Authorization: '' }];
  const options = { method: 'post', json: target, headers };
  return (await callApi(`auth/${path}`, accessTokenResponseSchema, options)).access_token;
}
