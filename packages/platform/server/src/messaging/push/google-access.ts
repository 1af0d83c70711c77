import { readFile } from 'node:fs/promises';
import { jsonFileSchema } from '@portico/contract';
import { importPKCS8, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { StartupError } from '../../process/startup-error';

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3_600;
/** Renews a token this long before it expires, in milliseconds. */
const margin = 60_000;

const answerSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() });

/** The key of a service account, as the Firebase console exports it. */
const serviceAccountSchema = v.pipe(
  jsonFileSchema,
  v.object({
    project_id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
    client_email: v.pipe(v.string(), v.nonEmpty()),
    private_key: v.pipe(v.string(), v.nonEmpty()),
    private_key_id: v.optional(v.string()),
    token_uri: v.optional(v.pipe(v.string(), v.url()), 'https://oauth2.googleapis.com/token'),
  }),
);
export type ServiceAccount = v.InferOutput<typeof serviceAccountSchema>;

/** Reads FIREBASE_SERVICE_ACCOUNT: the JSON, or the path of a file with it. Throws StartupError for another value. */
export async function readServiceAccount(value: string): Promise<ServiceAccount> {
  const isJson = value.trimStart().startsWith('{');
  const text = isJson ? value : await readFile(value, 'utf8').catch(() => '{}');
  const account = v.safeParse(serviceAccountSchema, text);
  if (account.success) return account.output;
  const [issue] = account.issues;
  // Other messages may contain values.
  const detail = issue.type === 'raw_transform' ? ` ${issue.message}` : '';
  throw new StartupError(`FIREBASE_SERVICE_ACCOUNT is not the key of a service account, nor a file with one.${detail}`);
}

/** Gets access tokens of a service account (RFC 7523). Concurrent calls share them. */
export async function createGoogleAccess(account: ServiceAccount, now: () => Date) {
  const key = await importPKCS8(account.private_key, 'RS256').catch((cause: unknown) => {
    throw new StartupError('The private_key of FIREBASE_SERVICE_ACCOUNT cannot be read.', { cause });
  });
  const tokens = new LRUCache<string, string>({
    max: 1,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_key, _stale, { options, signal }) => {
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
      options.ttl = Math.max(1, answer.expires_in * 1000 - margin);
      return answer.access_token;
    },
  });

  return {
    /** @throws Error if Google issues no token */
    token: (signal: AbortSignal) => tokens.forceFetch('', { signal }),
    /** Drops a token that was refused. */
    forget: (token: string) => {
      if (tokens.peek('') === token) tokens.clear();
    },
  };
}
