import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError, BusyError } from '../../http/api-error';
import { createQueue } from '../../http/queue';
import { readAtMost } from '../../http/read-body';

/** Characters that users append to a common password. */
const addition = /[\d\W_]{1,4}$/;

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a new password that is one of the 49,000 most common ones, also with up to four digits or signs appended
 * (OWASP ASVS 5.0, 6.2.4), or that the operator's service has in a breach. The schema of `@portico/contract`, which
 * browsers use too, knows only a few of them.
 * @throws ApiError 400 `password-too-common`
 */
export async function requireUncommonPassword(password: string, isBreached: BreachCheck): Promise<void> {
  const common = await readCommonPasswords();
  const candidate = password.toLowerCase();
  const isCommon = common.has(candidate) || common.has(candidate.replace(addition, ''));
  if (isCommon || (await isBreached(password))) throw new ApiError(400, 'password-too-common');
}

/** Loads the list at the first new password, because it takes 4 MB. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  reading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return reading;
}

/** Checks whether a password is known from a breach. */
export type BreachCheck = (password: string) => Promise<boolean>;

const prefixLength = 5;
/** Milliseconds that a form waits for the service. */
const timeout = 2_000;
/** Limits concurrent calls, so that strangers cannot use the portal to flood the service. */
const callsAtOnce = 10;
/** A range of the service has about 800 lines, 40 KB. */
const maxBytes = 512 * 1024;

/**
 * Creates the check by a range service (k-anonymity): it gets the first five digits of the SHA-1 digest, and answers
 * lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:21` with the rest of each digest and a count. A count of 0 is
 * padding. Without an answer in time the password passes, because users could not set one otherwise, and the server logs
 * a warning.
 * @param service its address, up to the digits; without it, the check always passes
 */
export function createBreachCheck(service: string | undefined, log: Pick<FastifyBaseLogger, 'warn'>): BreachCheck {
  if (service === undefined) return async () => false;
  const calls = createQueue({ concurrency: callsAtOnce, maxWaiting: 0 });
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const range = await calls.run(() => readRange(service, digest.slice(0, prefixLength)));
      return listsDigest(range, digest.slice(prefixLength));
    } catch (error) {
      const message =
        error instanceof BusyError
          ? 'Too many concurrent new passwords: one was not compared with breached ones'
          : 'A new password was not compared with breached ones: the service does not answer';
      log.warn({ err: error }, message);
      return false;
    }
  };
}

async function readRange(service: string, prefix: string): Promise<string> {
  const response = await fetch(service + prefix, {
    // Padding hides the requested range from the network.
    headers: { 'add-padding': 'true', accept: 'text/plain' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The service of breached passwords answered ${response.status}.`);
  }
  const range = await readAtMost(response.body, maxBytes);
  if (range === undefined) throw new Error('The service of breached passwords answered too much.');
  return range.toString();
}

function listsDigest(range: string, rest: string): boolean {
  const line = range.split(/\r?\n/).find((text) => text.toUpperCase().startsWith(`${rest}:`));
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0;
}
