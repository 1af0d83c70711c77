import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createAccessTokens } from './auth/access-token';
import { createPasswordHasher, type HashingCost } from './auth/password-hasher';
import { createBackgroundTasks } from './background-tasks';
import type { Executor } from './database/database';
import { secretOf } from './database/secret-repository';
import type { Environment } from './environment';
import { createOutboxMailer, createSmtpMailer } from './mail/mailer';
import { operatorKeyOf } from './operator/operator-key';
import type { Services } from './services';
import { defaultLimits, type Limits } from './throttling/limits';
import { createThrottle } from './throttling/throttle';

/** What tests replace: the clock, the cost of hashing, which is high on purpose, and limits of tries. */
export interface ServiceOptions {
  readonly now?: () => Date;
  readonly hashingCost?: HashingCost;
  readonly limits?: Partial<Limits>;
}

export async function createServices(
  environment: Environment,
  { now = () => new Date(), hashingCost, limits }: ServiceOptions,
  database: Executor,
  log: FastifyBaseLogger,
): Promise<Services> {
  const { DATABASE_URL, MAIL_FROM, PORTICO_ALLOWED_ORIGINS, PORTICO_DATA, PORTICO_OPERATOR_KEY, SMTP_URL } =
    environment;
  return {
    database,
    now,
    accessTokens: createAccessTokens(await secretOf(database, 'access-token'), now),
    passwords: await createPasswordHasher(hashingCost),
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
    operatorKey: PORTICO_OPERATOR_KEY ?? (await operatorKeyOf(PORTICO_DATA)),
  };
}
