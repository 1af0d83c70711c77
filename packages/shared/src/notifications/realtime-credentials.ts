import { type RealtimeCredentials, realtimeCredentialsSchema } from '@portico/contract';
import { callApi } from '../api/api-client';
import { readPage } from '../configuration/configuration';
import { accessToken } from '../session/held-token';
import { renewOrExpire, tokenForCall } from '../session/session';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';

let issued: { readonly email: string; readonly credentials: RealtimeCredentials } | undefined;

/**
 * What to sign in to the broker with, as the configuration says (`realtimeSchema`); asked for before each attempt.
 * Waits while the session is expired.
 * @param refused what the broker has refused last: a token is renewed then, unless it has been already
 * @throws ApiFailure
 */
export async function realtimeCredentials(refused?: RealtimeCredentials): Promise<RealtimeCredentials> {
  const { realtime } = readPage().configuration;
  const { email } = store.get(sessionAtom);
  switch (realtime.credentials) {
    case 'account':
      return { username: realtime.username, password: realtime.password };
    case 'session': {
      const isRefused = refused?.password === accessToken();
      return { username: email, password: await (isRefused ? renewOrExpire() : tokenForCall()) };
    }
    case 'dynamic':
      if (issued?.email !== email || refused) {
        const credentials = await callApi('realtime/credentials', realtimeCredentialsSchema, { method: 'post' });
        issued = { email, credentials };
      }
      return issued.credentials;
  }
}
