import { setTimeout as wait } from 'node:timers/promises';
import { computePushRecipient, cutText, type PushData } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import type { NotificationEntry } from '../notification-entry';
import { createGoogleAccess, type ServiceAccount } from './google-access';
import { deletePushToken, type PushAddress } from './push-tokens';

/** Maximum number of concurrent requests. */
const concurrency = 10;
const requestTimeout = 10_000;

/** The service drops a push after a day; the notification stays in the list. */
const timeToLiveSeconds = 24 * 60 * 60;

/** Delays between tries, in milliseconds, and the maximum delay that Google may request instead. */
const defaultRetryWaits = [1_000, 4_000, 16_000];
const maxRetryDelay = 60_000;

/** The meaning of a response of Firebase Cloud Messaging for a token. */
type FcmOutcome = 'sent' | 'token-gone' | 'unauthenticated' | 'try-again' | 'failed';

const errorSchema = v.object({
  error: v.object({
    details: v.optional(
      v.array(
        v.object({
          errorCode: v.optional(v.string()),
          fieldViolations: v.optional(v.array(v.object({ field: v.optional(v.string()) }))),
        }),
      ),
      [],
    ),
  }),
});

/** The token has expired, or belongs to another Firebase project. */
const goneCodes = ['UNREGISTERED', 'SENDER_ID_MISMATCH'];

interface FcmOptions {
  readonly account: ServiceAccount;
  /** The origin of Firebase Cloud Messaging. */
  readonly endpoint: string;
  readonly database: Executor;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly retryWaits?: readonly number[] | undefined;
}

/** Sends pushes to browsers. */
export type PushSender = Awaited<ReturnType<typeof createFcmSender>>;

/** Sends pushes by the HTTP v1 API. Messages have only data, and the service worker decides what to show. */
export async function createFcmSender(options: FcmOptions) {
  const { account, database, endpoint, log, now, retryWaits = defaultRetryWaits } = options;
  const access = await createGoogleAccess(account, now);
  const limit = pLimit(concurrency);
  const closing = new AbortController();
  const address = new URL(`/v1/projects/${account.project_id}/messages:send`, endpoint);

  async function post(body: string): Promise<{ outcome: FcmOutcome; retryAfter: number }> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(requestTimeout)]);
    const accessToken = await access.token(signal);
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body, signal });
    const outcome = await parseFcmOutcome(response);
    if (outcome === 'unauthenticated') access.forget(accessToken);
    return { outcome, retryAfter: Number(response.headers.get('retry-after') ?? 0) * 1000 || 0 };
  }

  async function sendTo(token: string, data: Record<string, string>): Promise<FcmOutcome> {
    const webpush = { headers: { TTL: String(timeToLiveSeconds), Urgency: 'high' } };
    const body = JSON.stringify({ message: { token, data, webpush } });
    for (const pause of [...retryWaits, undefined]) {
      const { outcome, retryAfter } = await limit(() =>
        post(body).catch((error: unknown) => {
          if (closing.signal.aborted) throw error;
          log.warn({ err: error }, 'The push service cannot be reached');
          return { outcome: 'try-again' as const, retryAfter: 0 };
        }),
      );
      const isFinal = outcome !== 'try-again' && outcome !== 'unauthenticated';
      if (isFinal || pause === undefined) return outcome;
      await wait(Math.min(Math.max(pause, retryAfter), maxRetryDelay), undefined, { signal: closing.signal });
    }
    return 'failed';
  }

  async function deliver({ token, email }: PushAddress, notification: NotificationEntry): Promise<void> {
    const outcome = await sendTo(token, toPushData(notification, await computePushRecipient(email)));
    if (outcome === 'token-gone') await deletePushToken(database, token);
    else if (outcome !== 'sent') log.warn({ outcome }, 'A push was not delivered');
  }

  return {
    /** Retries a few times. An undelivered push is lost; the notification stays in the list. */
    send: async (addresses: readonly PushAddress[], notification: NotificationEntry) => {
      const results = await Promise.allSettled(addresses.map((address) => deliver(address, notification)));
      if (closing.signal.aborted) return;
      for (const result of results) {
        if (result.status === 'rejected') log.error({ err: result.reason }, 'A push failed');
      }
    },
    /** Counts the requests that run or wait. */
    count: () => limit.activeCount + limit.pendingCount,
    /** Aborts the current requests. */
    close: () => closing.abort(),
  };
}

async function parseFcmOutcome(response: Response): Promise<FcmOutcome> {
  const { status } = response;
  const body = v.safeParse(errorSchema, await response.json().catch(() => undefined));
  if (response.ok) return 'sent';
  const details = body.success ? body.output.error.details : [];
  const isGone = details.some(({ errorCode = '' }) => goneCodes.includes(errorCode));
  const isMalformed = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  );
  if (isGone || (status === 400 && isMalformed) || status === 404) return 'token-gone';
  if (status === 401) return 'unauthenticated';
  return status === 429 || status >= 500 ? 'try-again' : 'failed';
}

/** Firebase Cloud Messaging allows 4096 bytes for all names and values of the data. */
const dataLimit = 4_000;
/** In bytes. Systems cut longer titles. */
const titleLimit = 600;

/** Creates the data of a push, with a body cut to fit. With a `notification`, browsers would show it twice. */
function toPushData(
  { id, title, body, icon, module, redirect }: NotificationEntry,
  recipient: string,
): Record<string, string> {
  const data = {
    id: String(id),
    tag: String(id),
    recipient,
    title: cutText(title, titleLimit, getBytes),
    icon: icon ?? '',
    module: module ?? '',
    redirect: redirect ?? '',
    body: '',
  } satisfies PushData & { tag: string };
  const room = dataLimit - Object.entries(data).reduce((sum, [name, value]) => sum + getBytes(name + value), 0);
  return { ...data, body: cutText(body ?? '', room - getBytes('…'), getBytes) };
}

function getBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
