import { createWorkQueue } from '../concurrency/work-queue';
import type { Executor } from '../database/database';
import type { Environment } from '../environment';
import { distDirectory } from '../page/dist-directory';
import { readImportMap } from '../page/shell-files';
import { StartupError } from '../startup-error';
import { createDatabaseFileStore } from './database-file-store';
import type { ModuleFileStore } from './file-store';
import { createLiveImportMap } from './live-import-map';
import type { PublishingServices } from './publishing-services';
import { createS3FileStore } from './s3-file-store';

/** What waits in one process: more at once is no deployment any more. */
const turnLimits = { atOnce: 1, waiting: 1000 };

/** @throws StartupError when the operator has to change something */
export function createPublishing(
  environment: Environment,
  moduleOrigins: readonly string[],
  database: Executor,
  now: () => Date,
): PublishingServices {
  const { PORTICO_IMPORT_MAP, PORTICO_TAKE_BACK_PERCENT, PORTICO_TAKE_BACK_USERS, PORTICO_TRIAL_HOURS } = environment;
  const trialHours = PORTICO_TRIAL_HOURS;
  const readBase = () => readImportMap(distDirectory, PORTICO_IMPORT_MAP);
  return {
    moduleOrigins,
    files: fileStoreOf(environment, database),
    trialHours,
    takeBackPercent: PORTICO_TAKE_BACK_PERCENT === 'off' ? undefined : PORTICO_TAKE_BACK_PERCENT,
    takeBackUsers: PORTICO_TAKE_BACK_USERS,
    importMap: createLiveImportMap({ database, now, trialHours, readBase }),
    turns: createWorkQueue(turnLimits),
  };
}

function fileStoreOf(environment: Environment, database: Executor): ModuleFileStore {
  const { S3_ACCESS_KEY_ID, S3_REGION, S3_SECRET_ACCESS_KEY, S3_URL } = environment;
  const given = [S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].filter((value) => value !== undefined);
  if (given.length === 0) return createDatabaseFileStore(database);
  if (S3_URL === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new StartupError('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or none of them.');
  }
  if (new URL(S3_URL).pathname === '/') {
    throw new StartupError('S3_URL must name the bucket, such as https://s3.example.com/modules.');
  }
  return createS3FileStore({
    url: S3_URL,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
  });
}
