import { setTimeout as wait } from 'node:timers/promises';
import { pushRecipientOf } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import { createWorkQueue } from '../concurrency/work-queue';
import type { Executor } from '../database/database';
import type { NotificationEntry } from '../notifications/notification-entry';
import { type FcmOutcome, outcomeOf } from './fcm-answer';
import { createGoogleAccess } from './google-access';
import { toPushData } from './push-data';
import type { PushAddress, PushSender } from './push-sender';
import { deletePushToken } from './push-token-repository';
import type { ServiceAccount } from './service-account';

/** Requests under way at once. */
const concurrency = 10;
const requestTimeout = 10_000;

/** After a day nobody wants to be interrupted by it; the list has it. */
const timeToLiveSeconds = 24 * 60 * 60;

/** Waits between the tries, in milliseconds, and the longest that Google may ask for instead. */
const defaultRetryWaits = [1_000, 4_000, 16_000];
const longestWait = 60_000;

export interface FcmOptions {
  readonly account: ServiceAccount;
  /** The origin of Firebase Cloud Messaging. */
  readonly endpoint: string;
  readonly database: Executor;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly retryWaits?: readonly number[] | undefined;
}

/** Sends by the HTTP v1 API of Firebase Cloud Messaging, data-only: the service worker decides what is shown. */
export async function createFcmSender(options: FcmOptions): Promise<PushSender> {
  const { account, database, endpoint, log, now, retryWaits = defaultRetryWaits } = options;
  const access = await createGoogleAccess(account, now);
  const queue = createWorkQueue({ atOnce: concurrency, waiting: Number.POSITIVE_INFINITY });
  const closing = new AbortController();
  const address = new URL(`/v1/projects/${account.project_id}/messages:send`, endpoint);

  async function post(body: string): Promise<{ outcome: FcmOutcome; retryAfter: number }> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(requestTimeout)]);
    const accessToken = await access.token(signal);
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body, signal });
    const outcome = await outcomeOf(response);
    if (outcome === 'unauthenticated') access.forget(accessToken);
    return { outcome, retryAfter: Number(response.headers.get('retry-after') ?? 0) * 1000 || 0 };
  }

  async function sendTo(token: string, data: Record<string, string>): Promise<FcmOutcome> {
    const webpush = { headers: { TTL: String(timeToLiveSeconds), Urgency: 'high' } };
    const body = JSON.stringify({ message: { token, data, webpush } });
    for (const pause of [...retryWaits, undefined]) {
      const { outcome, retryAfter } = await queue.run(() =>
        post(body).catch((error: unknown) => {
          if (closing.signal.aborted) throw error;
          log.warn({ err: error }, 'The push service cannot be reached');
          return { outcome: 'try-again' as const, retryAfter: 0 };
        }),
      );
      const isFinal = outcome !== 'try-again' && outcome !== 'unauthenticated';
      if (isFinal || pause === undefined) return outcome;
      await wait(Math.min(Math.max(pause, retryAfter), longestWait), undefined, { signal: closing.signal });
    }
    return 'failed';
  }

  async function deliver({ token, email }: PushAddress, notification: NotificationEntry): Promise<void> {
    const outcome = await sendTo(token, toPushData(notification, await pushRecipientOf(email)));
    if (outcome === 'token-gone') await deletePushToken(database, token);
    else if (outcome !== 'sent') log.warn({ outcome }, 'A push was not delivered');
  }

  return {
    send: async (addresses, notification) => {
      const results = await Promise.allSettled(addresses.map((address) => deliver(address, notification)));
      if (closing.signal.aborted) return;
      for (const result of results) {
        if (result.status === 'rejected') log.error({ err: result.reason }, 'A push failed');
      }
    },
    close: () => closing.abort(),
  };
}
