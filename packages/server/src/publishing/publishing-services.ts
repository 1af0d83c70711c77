import type { WorkQueue } from '../concurrency/work-queue';
import type { ModuleFileStore } from './file-store';
import type { LiveImportMap } from './live-import-map';

/** What publishing works with. */
export interface PublishingServices {
  /** Where modules may come from but the portal itself: exact origins. */
  readonly moduleOrigins: readonly string[];
  readonly files: ModuleFileStore;
  /** How long a version is on trial, once it is live. */
  readonly trialHours: number;
  /** The share of failures, 0 to 100, from which the server takes a version on trial back; never, when absent. */
  readonly takeBackPercent: number | undefined;
  /** Users that a version must have failed for. */
  readonly takeBackUsers: number;
  readonly importMap: LiveImportMap;
  /** The changes of this process, one after another. */
  readonly turns: WorkQueue;
}
