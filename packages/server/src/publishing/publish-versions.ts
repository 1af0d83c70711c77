import type { Audience, ModuleStatus } from '@portico/contract';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { changeLiveMap, type Turn } from './change-live-map';
import type { PreparedVersion } from './prepared-version';
import { type Publisher, requireModule } from './publisher';
import { requireUnchangedAddresses } from './require-unchanged-addresses';
import { publish, publishTo, remove } from './transitions';
import { keepVersion } from './version-repository';

/** A version that is to be live. */
export interface VersionPublication {
  readonly prepared: PreparedVersion;
  /** Who gets it; everybody, unless said otherwise. */
  readonly audience?: Audience | undefined;
  /** Refused unless this version is live. */
  readonly from?: string | undefined;
  readonly reason: string;
}

/**
 * Writes the versions down and lets them be live: all of them in one step, or none. Each has a record of its own, but
 * for one that is live already.
 * @throws ApiError 409 when a version or an address has other content already or is of another module, or `from` is not live; 403 for a foreign module
 */
export async function publishVersions(
  services: Services,
  publisher: Publisher,
  publications: readonly VersionPublication[],
): Promise<ModuleStatus[]> {
  for (const { prepared } of publications) requireModule(publisher, prepared.module);
  return changeLiveMap(services, async (turn) => {
    for (const publication of publications) await publishVersion(turn, publisher, publication);
    const statuses: ModuleStatus[] = [];
    for (const { prepared } of publications) statuses.push(await turn.statusOf(prepared.module));
    return statuses;
  });
}

async function publishVersion(
  turn: Turn,
  { name: by }: Publisher,
  { audience, from, prepared, reason }: VersionPublication,
): Promise<void> {
  const { module, version } = prepared;
  await keepVersion(turn.tx, prepared, turn.at);
  // Those of uploaded files have the version in them.
  if (prepared.files.length === 0) await requireUnchangedAddresses(turn.tx, prepared, turn.base);
  const state = await turn.stateOf(module);
  const transition = audience ? publishTo(state, version, audience, turn.at) : publish(state, version, turn.at);
  if (transition === undefined) return;
  // After that, so that a publication whose answer was lost may be repeated.
  if (from !== undefined && state.version !== from) {
    throw new ApiError(409, 'version-not-live', { values: { version: from, live: state.version ?? '–' } });
  }
  await turn.record(module, transition, { by, reason });
}

/** Takes a module out of the map; without effect when it is not there. @throws ApiError 403 for a foreign module */
export async function removeModule(
  services: Services,
  publisher: Publisher,
  module: string,
  reason: string,
): Promise<ModuleStatus> {
  requireModule(publisher, module);
  return changeLiveMap(services, async (turn) => {
    const { address, canary } = await turn.statusOf(module);
    const transition = remove(await turn.stateOf(module), turn.at);
    const isThere = address !== null || canary !== null;
    if (isThere && transition) await turn.record(module, transition, { by: publisher.name, reason });
    return turn.statusOf(module);
  });
}
