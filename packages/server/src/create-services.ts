import path from 'node:path';
import type { Configuration } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import { createAccessTokens } from './auth/access-token';
import { createPasswordHasher, type HashingCost } from './auth/password-hasher';
import { signingKeyOf } from './auth/signing-key';
import { createBackgroundTasks } from './background-tasks';
import type { Executor } from './database/database';
import type { Environment } from './environment';
import { createOutboxMailer, createSmtpMailer } from './mail/mailer';
import { operatorKeyOf } from './operator/operator-key';
import { createPublishing } from './publishing/create-publishing';
import { createFcmSender } from './push/fcm-sender';
import { readServiceAccount } from './push/service-account';
import { createRealtime } from './realtime/create-realtime';
import type { Services } from './services';
import { defaultLimits, type Limits } from './throttling/limits';
import { createThrottle } from './throttling/throttle';

/** What tests replace: the clock, the cost of hashing, which is high on purpose, limits of tries, and waits. */
export interface ServiceOptions {
  readonly now?: () => Date;
  readonly hashingCost?: HashingCost;
  readonly limits?: Partial<Limits>;
  readonly pushRetryWaits?: readonly number[];
}

export async function createServices(
  environment: Environment,
  { now = () => new Date(), hashingCost, limits, pushRetryWaits }: ServiceOptions,
  database: Executor,
  log: FastifyBaseLogger,
  { moduleOrigins, realtime }: Configuration,
): Promise<Services> {
  const {
    FIREBASE_ENDPOINT,
    FIREBASE_SERVICE_ACCOUNT,
    DATABASE_URL,
    MAIL_FROM,
    PORTICO_ALLOWED_ORIGINS,
    PORTICO_DATA,
    PORTICO_OPERATOR_KEY,
    SMTP_URL,
  } = environment;
  const operatorKey = PORTICO_OPERATOR_KEY ?? (await operatorKeyOf(PORTICO_DATA));
  const signingKey = await signingKeyOf(database);
  const accessTokens = createAccessTokens(signingKey, now);
  const hasher = await createPasswordHasher(hashingCost);
  return {
    database,
    now,
    accessTokens,
    signingKey: signingKey.publicJwk,
    passwords: hasher,
    throttle: createThrottle({ ...defaultLimits, ...limits }, now),
    mailer: SMTP_URL
      ? createSmtpMailer(SMTP_URL, MAIL_FROM)
      : createOutboxMailer({
          folder: path.join(PORTICO_DATA, 'outbox'),
          from: MAIL_FROM,
          log,
          logsText: DATABASE_URL === undefined,
        }),
    background: createBackgroundTasks((error) => log.error({ err: error }, 'Work after a call failed')),
    allowedOrigins: PORTICO_ALLOWED_ORIGINS,
    operatorKey,
    push: FIREBASE_SERVICE_ACCOUNT
      ? await createFcmSender({
          account: await readServiceAccount(FIREBASE_SERVICE_ACCOUNT),
          endpoint: FIREBASE_ENDPOINT,
          database,
          now,
          log,
          retryWaits: pushRetryWaits,
        })
      : undefined,
    publishing: createPublishing(environment, moduleOrigins, database, now),
    // The last, since what it opens has to be closed.
    ...(await createRealtime(environment, realtime.credentials, { database, now, accessTokens, log })),
  };
}
