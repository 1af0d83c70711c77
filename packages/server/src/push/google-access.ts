import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import { after } from '../auth/lifetimes';
import { StartupError } from '../startup-error';
import type { ServiceAccount } from './service-account';

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3_600;
/** Renewed this much before it runs out. */
const margin = 60_000;

const answerSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() });

/** Access tokens of a service account (RFC 7523), fetched once for all calls that need one. */
export interface GoogleAccess {
  /** @throws when none can be had */
  token(signal: AbortSignal): Promise<string>;
  /** Forgets a token that was refused. */
  forget(token: string): void;
}

export async function createGoogleAccess(account: ServiceAccount, now: () => Date): Promise<GoogleAccess> {
  const key = await importPKCS8(account.private_key, 'RS256').catch((cause: unknown) => {
    throw new StartupError('The private_key of FIREBASE_SERVICE_ACCOUNT cannot be read.', { cause });
  });
  let current: { readonly token: string; readonly until: Date } | undefined;
  let fetching: Promise<string> | undefined;

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const issuedAt = Math.floor(now().getTime() / 1000);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', ...(account.private_key_id && { kid: account.private_key_id }) })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + assertionSeconds)
      .sign(key);
    const body = new URLSearchParams({ grant_type: grantType, assertion });
    const response = await fetch(account.token_uri, { method: 'POST', body, signal });
    if (!response.ok) throw new Error(`The token endpoint of Google answered ${response.status}.`);
    const answer = v.parse(answerSchema, await response.json());
    current = { token: answer.access_token, until: after(now(), answer.expires_in * 1000 - margin) };
    return answer.access_token;
  }

  return {
    token: async (signal) => {
      if (current && current.until > now()) return current.token;
      fetching ??= fetchToken(signal).finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    forget: (token) => {
      if (current?.token === token) current = undefined;
    },
  };
}
