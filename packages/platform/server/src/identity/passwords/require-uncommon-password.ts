import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../http/api-error';
import { readAtMost } from '../../http/read-body';

/** What people add to a common password, because a form asks for more characters. */
const addition = /[\d\W_]{1,4}$/;

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Requires a new password that is not among the 49,000 commonest ones, alone or with up to four digits and signs at its
 * end (OWASP ASVS 5.0, 6.2.4), and that no breach has published, as far as the operator's service knows. The schema of
 * `@portico/contract`, which browsers check as well, knows a few of them.
 * @throws ApiError 400 `password-too-common`
 */
export async function requireUncommonPassword(password: string, isBreached: BreachCheck): Promise<void> {
  const common = await readCommonPasswords();
  const candidate = password.toLowerCase();
  const isCommon = common.has(candidate) || common.has(candidate.replace(addition, ''));
  if (isCommon || (await isBreached(password))) throw new ApiError(400, 'password-too-common');
}

/** Read at the first new password: most processes start without one, and the list takes 4 MB. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  reading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return reading;
}

/** Whether a breach has published a password, as far as is known. */
export type BreachCheck = (password: string) => Promise<boolean>;

const prefixLength = 5;
/** Nobody waits longer for a form that sets a password. */
const timeout = 2_000;
/** Beyond it, strangers could use the portal to flood the service. */
const callsAtOnce = 10;
/** A range of the service has about 800 lines, 40 KB. */
const maxBytes = 512 * 1024;

/**
 * Creates the check by a range service (k-anonymity): it gets the first five digits of the SHA-1 digest, and answers
 * lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:21` with the rest of each digest and a count. A count of 0 is
 * padding. Without an answer in time the password passes, because nobody could set one otherwise; the log says so.
 * @param service its address, up to the digits; nothing is checked without it
 */
export function createBreachCheck(service: string | undefined, log: Pick<FastifyBaseLogger, 'warn'>): BreachCheck {
  if (service === undefined) return async () => false;
  let calls = 0;
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    if (calls >= callsAtOnce) {
      log.warn('Too many new passwords at once: one was not compared with breached ones');
      return false;
    }
    calls++;
    try {
      return listsDigest(await readRange(service, digest.slice(0, prefixLength)), digest.slice(prefixLength));
    } catch (error) {
      log.warn({ err: error }, 'A new password was not compared with breached ones: the service does not answer');
      return false;
    } finally {
      calls--;
    }
  };
}

async function readRange(service: string, prefix: string): Promise<string> {
  const response = await fetch(service + prefix, {
    // Padding hides from the network which range was read.
    headers: { 'add-padding': 'true', accept: 'text/plain' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The service of breached passwords answered ${response.status}.`);
  }
  const range = await readAtMost(response, maxBytes);
  if (range === undefined) throw new Error('The service of breached passwords answered too much.');
  return range.toString();
}

function listsDigest(range: string, rest: string): boolean {
  const line = range.split(/\r?\n/).find((text) => text.toUpperCase().startsWith(`${rest}:`));
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0;
}
