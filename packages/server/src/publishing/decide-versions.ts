import type { ModuleStatus, Rollback } from '@portico/contract';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { changeLiveMap } from './change-live-map';
import type { Publisher } from './publisher';
import { promote, rollBack, withdraw } from './transitions';
import { isVersion } from './version-repository';

/**
 * Goes back to the version before, or to a named one; without effect when that one is live.
 * @throws ApiError 404 for a version that was never published, 409 when there is nothing before
 */
export async function rollBackModule(
  services: Services,
  { name: by }: Publisher,
  module: string,
  { reason, version }: Rollback,
): Promise<ModuleStatus> {
  return changeLiveMap(services, async (turn) => {
    if (version !== undefined && !(await isVersion(turn.tx, module, version))) {
      throw new ApiError(404, 'version-unknown', { values: { version } });
    }
    const transition = rollBack(await turn.stateOf(module), turn.at, version);
    if (transition) await turn.record(module, transition, { by, reason });
    else if (version === undefined) throw new ApiError(409, 'nothing-before');
    return turn.statusOf(module);
  });
}

/** Lets the canary be live for all (`promote`), or takes it away (`withdraw`). @throws ApiError 409 without one */
export async function decideOnCanary(
  services: Services,
  { name: by }: Publisher,
  module: string,
  decision: 'promote' | 'withdraw',
  reason: string,
): Promise<ModuleStatus> {
  return changeLiveMap(services, async (turn) => {
    const state = await turn.stateOf(module);
    const transition = decision === 'promote' ? promote(state, turn.at) : withdraw(state);
    if (transition === undefined) throw new ApiError(409, 'no-canary');
    await turn.record(module, transition, { by, reason });
    return turn.statusOf(module);
  });
}
