import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../database/database';
import { createQueue } from '../http/queue';
import type { IdentityServices } from '../identity/identity-services';
import type { Environment } from '../process/environment';
import { distFolder } from '../process/folders';
import type { ServerConfiguration } from '../process/server-configuration';
import { StartupError } from '../process/startup-error';
import { createBuildImportMap } from './build-files';
import { createServerCheck } from './checks/server-check';
import { createDatabaseFileStore, type ModuleFileStore } from './files/file-store';
import { createS3FileStore } from './files/s3-file-store';
import { createLiveImportMap } from './live-map/live-import-map';
import { requireRemoteAddress, requireTrustedAddress } from './versions/addresses';
import { createEntryParsers } from './versions/entry-parser';

/** A deployment never changes more modules than this. */
const changeLimits = { concurrency: 1, maxWaiting: 1000 };

/** @throws StartupError when the operator has to change something */
export function createRegistry(
  environment: Environment,
  { moduleOrigins, modulePolicy = {} }: Pick<ServerConfiguration, 'moduleOrigins' | 'modulePolicy'>,
  database: Executor,
  now: () => Date,
  log: FastifyBaseLogger,
) {
  const { PORTICO_CHROMIUM, PORTICO_IMPORT_MAP, PORTICO_ROLLOUT_HOURS: rolloutHours } = environment;
  const allowsLocal = (environment.PORTICO_LOCAL_MODULES ?? (environment.DATABASE_URL ? 'off' : 'on')) === 'on';
  return {
    /** The needs from the content policy that the operator allows modules. */
    modulePolicy,
    /** Requires that an address is trusted, and not local unless the operator allows that; throws ApiError 400. */
    requireAllowedAddress: async (address: string): Promise<URL> => {
      const url = requireTrustedAddress(address, moduleOrigins);
      if (!allowsLocal) await requireRemoteAddress(url);
      return url;
    },
    /** Creates the parser of entries for a caller. */
    createEntryParser: createEntryParsers(),
    files: createFileStore(environment, database),
    /** Hours for which a live version stays in rollout. */
    rolloutHours,
    /** The percentage of users with failures that causes an automatic rollback; `undefined` switches it off. */
    automaticRollbackPercent: environment.PORTICO_AUTOMATIC_ROLLBACK_PERCENT,
    /** The lowest number of users with failures that causes an automatic rollback. */
    automaticRollbackUsers: environment.PORTICO_AUTOMATIC_ROLLBACK_USERS,
    importMap: createLiveImportMap(
      database,
      now,
      rolloutHours,
      createBuildImportMap(distFolder, PORTICO_IMPORT_MAP),
      modulePolicy,
    ),
    /** Checks a version; `undefined` without a Chromium. */
    serverCheck: PORTICO_CHROMIUM === undefined ? undefined : createServerCheck(PORTICO_CHROMIUM, log),
    /** Runs the changes of the live map of this process one after another. */
    changes: createQueue(changeLimits),
  };
}

/** The store of modules' files, by default the database; throws StartupError when its variables are incomplete. */
export function createFileStore(environment: Environment, database: Executor): ModuleFileStore {
  const { S3_ACCESS_KEY_ID, S3_REGION, S3_SECRET_ACCESS_KEY, S3_URL } = environment;
  const given = [S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].filter((value) => value !== undefined);
  if (given.length === 0) return createDatabaseFileStore(database);
  if (S3_URL === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new StartupError('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or none of them.');
  }
  if (new URL(S3_URL).pathname === '/') {
    throw new StartupError('S3_URL must name the bucket, such as https://s3.example.com/modules.');
  }
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY, region: S3_REGION };
  return createS3FileStore({ url: S3_URL, ...credentials });
}

/** The services of the routes of the registry. */
export interface RegistryServices extends IdentityServices {
  readonly registry: ReturnType<typeof createRegistry>;
}
