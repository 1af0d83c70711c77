import { type RealtimeCredentials, realtimeCredentialsSchema } from '@portico/contract';
import { readPage } from '../api/configuration';
import { parseBody, request } from '../api/request';
import { callApi } from '../session/api-client';
import { renewOrExpire, tokenForCall } from '../session/session';
import { accessToken } from '../session/session-state';

const path = 'realtime/credentials';

let issued: { readonly email: string; readonly credentials: RealtimeCredentials } | undefined;

/**
 * Returns the credentials for the broker, as `realtimeSchema` says. Called before each attempt. Waits while the session
 * is expired.
 * @param email the signed-in user; empty for a browser without a session
 * @param refused the credentials that the broker refused last; renews the token unless that has happened already
 * @returns `undefined` if a browser without a session needs none
 * @throws ApiFailure when the API refuses or does not answer
 */
export async function getRealtimeCredentials(
  email: string,
  refused?: RealtimeCredentials,
): Promise<RealtimeCredentials | undefined> {
  const { realtime } = readPage().configuration;
  switch (realtime.credentials) {
    case 'account':
      return { username: realtime.username, password: realtime.password };
    case 'session': {
      if (email === '') return undefined;
      const isRefused = refused?.password === accessToken();
      return { username: email, password: await (isRefused ? renewOrExpire() : tokenForCall()) };
    }
    case 'dynamic':
      if (issued?.email !== email || refused) issued = { email, credentials: await issueCredentials(email) };
      return issued.credentials;
  }
}

async function issueCredentials(email: string): Promise<RealtimeCredentials> {
  const options = { method: 'post' };
  if (email !== '') return callApi(path, realtimeCredentialsSchema, options);
  // Without a session the call must not wait for a token.
  return parseBody(await request(path, options), realtimeCredentialsSchema);
}
