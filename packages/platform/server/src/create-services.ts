import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from './database/database';
import { getOrCreateSecret } from './database/secret-repository';
import { createFairQueue } from './http/queue';
import { createTenantHosts } from './identity/accounts/tenant-hosts';
import { createEncryption } from './identity/encryption';
import { decodingLimits } from './identity/images/convert-picture';
import { createScaledAddressTries } from './identity/limits/address-networks';
import { defaultLimits, type Limits } from './identity/limits/limits';
import { createThrottle } from './identity/limits/throttle';
import { createPasswordHasher, type HashingCost, type HashingLimits } from './identity/passwords/password-hasher';
import { createBreachCheck } from './identity/passwords/require-uncommon-password';
import { createProviderClients } from './identity/providers/provider-clients';
import { readOperatorKey } from './identity/roles/operator-key';
import { createAccessTokens } from './identity/sessions/access-token';
import { createSign } from './identity/sessions/browser-marks';
import { createSecretToken } from './identity/sessions/secret-tokens';
import { loadSigningKey } from './identity/sessions/signing-key';
import { hasLogo } from './media/media-routes';
import { createOutboxMailer, createSmtpMailer } from './messaging/mail/mailer';
import type { MessagingServices } from './messaging/messaging-services';
import { createFcmSender } from './messaging/push/fcm-sender';
import { readServiceAccount } from './messaging/push/google-access';
import type { ConnectionLimits } from './messaging/realtime/connections';
import { createRealtime } from './messaging/realtime/create-realtime';
import { createBackgroundTasks } from './process/background-tasks';
import { allowsLocalProviders, type Environment } from './process/environment';
import type { ServerConfiguration } from './process/server-configuration';
import { createRegistry, type RegistryServices } from './registry/create-registry';
import { listPublishedKeys } from './registry/versions/addresses';

/** The services that routes use. */
export type Services = MessagingServices & RegistryServices;

/** Replacements for tests: clock (by default the database's), hashing, limits and retry delays. */
export interface ServiceOptions {
  readonly now?: () => Date;
  readonly hashingCost?: HashingCost;
  readonly hashingLimits?: HashingLimits;
  readonly limits?: Partial<Limits>;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly pushRetryWaits?: readonly number[];
}

/** @throws StartupError when the operator has to change something */
export async function createServices(
  environment: Environment,
  options: ServiceOptions & { readonly now: () => Date },
  database: Executor,
  log: FastifyBaseLogger,
  { hosts, moduleOrigins, modulePolicy, realtime }: ServerConfiguration,
): Promise<Services> {
  const { connectionLimits, limits, now } = options;
  const { FIREBASE_SERVICE_ACCOUNT, MAIL_FROM: from, PORTICO_DATA, SMTP_URL } = environment;
  const operatorKey = environment.PORTICO_OPERATOR_KEY ?? (await readOperatorKey(PORTICO_DATA));
  const signingKey = await loadSigningKey(database);
  const accessTokens = createAccessTokens(signingKey, now);
  const encryption = createEncryption(
    environment.PORTICO_ENCRYPTION_KEY ?? (await getOrCreateSecret(database, 'encryption', createSecretToken)),
    now,
  );
  const registry = createRegistry(environment, { moduleOrigins, modulePolicy }, database, now, log);
  return {
    environment,
    database,
    now,
    accessTokens,
    signingKey: signingKey.publicJwk,
    sign: createSign(await getOrCreateSecret(database, 'signatures', createSecretToken)),
    encryption,
    providers: createProviderClients(allowsLocalProviders(environment), encryption, now),
    passwords: createPasswordHasher(options.hashingCost, options.hashingLimits),
    isBreached: createBreachCheck(environment.PORTICO_BREACHED_PASSWORDS_URL, log),
    throttle: createThrottle({ ...defaultLimits, ...limits }, now, database),
    listScaledAddressTries: createScaledAddressTries(database),
    mailer: SMTP_URL
      ? createSmtpMailer(SMTP_URL, from)
      : createOutboxMailer({
          folder: path.join(PORTICO_DATA, 'outbox'),
          from,
          log,
          logsText: environment.DATABASE_URL === undefined,
        }),
    background: createBackgroundTasks((error) => log.error({ err: error }, 'A background task failed')),
    decoding: createFairQueue(decodingLimits, decodingLimits),
    allowedOrigins: environment.PORTICO_ALLOWED_ORIGINS,
    operatorKey,
    ...(await createTenantHosts(database, hosts, log)),
    listModules: async (executor) => listPublishedKeys(executor, await registry.importMap.readBase()),
    hasLogo: (module) => hasLogo(PORTICO_DATA, module),
    push: FIREBASE_SERVICE_ACCOUNT
      ? await createFcmSender({
          account: await readServiceAccount(FIREBASE_SERVICE_ACCOUNT),
          endpoint: environment.FIREBASE_ENDPOINT,
          database,
          now,
          log,
          retryWaits: options.pushRetryWaits,
        })
      : undefined,
    registry,
    // Last, because it opens a connection: a later failure would leave it open.
    ...(await createRealtime(environment, realtime.credentials, {
      database,
      now,
      accessTokens,
      log,
      connectionLimits,
    })),
  };
}
