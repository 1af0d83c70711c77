import type { Audience, Outcomes } from '@portico/contract/publishing';
import type { Executor } from '../../database/database';
import type { RegistryServices } from '../create-registry';
import { type Author, changeLiveMap } from '../live-map/change-live-map';
import type { ResolvedModule } from '../live-map/resolve-module';
import { countOutcomes } from '../live-map/rollout-outcomes';
import { rollBack, withdraw } from '../live-map/transitions';
import { findRouteTakenSince } from '../publications/require-free-routes';
import { isFailing } from './judge-outcomes';

/** The author of what the server does by itself. */
export const portal: Author = { name: 'portico', actor: { kind: 'portal' } };

/** Finds the audience of a version in rollout. It is in rollout only if there is a version to fall back to. */
export function findAudience(
  { canary, isInRollout, live }: ResolvedModule,
  version: string,
): Audience | 'all' | undefined {
  if (live !== undefined && canary?.version === version) return canary.audience;
  return isInRollout && live?.version === version ? 'all' : undefined;
}

/**
 * Rolls a version in rollout back if it fails for too many users.
 * @returns the reason, if it was rolled back
 */
export async function rollBackIfFailing(
  services: RegistryServices,
  resolved: ResolvedModule,
  version: string,
): Promise<string | undefined> {
  const { database } = services;
  if ((await findTooManyFailures(database, services, resolved, version)) === undefined) return undefined;
  return changeLiveMap(services, async (transaction) => {
    const { at, getModule, record, tx } = transaction;
    const { module } = resolved;
    // Checks again, because the module may have changed since.
    const current = await getModule(module);
    const audience = findAudience(current, version);
    const reason = await findTooManyFailures(tx, services, current, version);
    if (audience === undefined || reason === undefined) return undefined;
    const action = 'automatic-rollback';
    const transition =
      audience === 'all' ? rollBack(current.state, at, undefined, action) : withdraw(current.state, action);
    if (transition === undefined) return undefined;
    // Pages of another module count more than a version that fails.
    if (await findRouteTakenSince(transaction, module, transition.state.version)) return undefined;
    await record(module, transition, { by: portal, reason });
    return reason;
  });
}

/** Returns the reason for an automatic rollback, if a version fails for too many users. */
async function findTooManyFailures(
  executor: Executor,
  { registry }: RegistryServices,
  resolved: ResolvedModule,
  version: string,
): Promise<string | undefined> {
  const { automaticRollbackPercent: percent, automaticRollbackUsers } = registry;
  const counts = (await countOutcomes(executor, [resolved])).get(resolved.module);
  if (counts === undefined || percent === undefined) return undefined;
  const isCanary = resolved.canary?.version === version;
  const fresh = isCanary ? counts.canary : counts.live;
  if (fresh.failed < automaticRollbackUsers) return undefined;
  const reason = `It failed for ${formatFailures(fresh)} users`;
  if (fresh.failed * 100 >= percent * (fresh.mounted + fresh.failed)) return reason;
  if (!isCanary || !resolved.canary?.plan || !isFailing(fresh, counts.live)) return undefined;
  return `${reason}, the live version for ${formatFailures(counts.live)}`;
}

/** Formats outcomes, such as `3 of 40`. */
export function formatFailures({ failed, mounted }: Outcomes): string {
  return `${failed} of ${mounted + failed}`;
}
