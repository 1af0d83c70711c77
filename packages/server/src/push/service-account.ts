import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { StartupError } from '../startup-error';

/** The key of a service account, as the console of Firebase gives it. */
const serviceAccountSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    project_id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
    client_email: v.pipe(v.string(), v.nonEmpty()),
    private_key: v.pipe(v.string(), v.nonEmpty()),
    private_key_id: v.optional(v.string()),
    token_uri: v.optional(v.pipe(v.string(), v.url()), 'https://oauth2.googleapis.com/token'),
  }),
);
export type ServiceAccount = v.InferOutput<typeof serviceAccountSchema>;

/**
 * @param value of FIREBASE_SERVICE_ACCOUNT: the JSON itself, or a file with it
 * @throws StartupError without what is in it
 */
export async function readServiceAccount(value: string): Promise<ServiceAccount> {
  const isJson = value.trimStart().startsWith('{');
  const text = isJson ? value : await readFile(value, 'utf8').catch(() => '');
  const account = v.safeParse(serviceAccountSchema, text);
  if (!account.success) {
    throw new StartupError('FIREBASE_SERVICE_ACCOUNT is not the key of a service account, nor a file with one.');
  }
  return account.output;
}
