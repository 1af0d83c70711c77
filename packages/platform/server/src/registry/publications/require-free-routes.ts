import { ApiError } from '../../http/api-error';
import type { MapTransaction } from '../live-map/change-live-map';
import { listLiveModules } from '../live-map/live-module';
import { listKnownKeys } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import { findVersion } from '../versions/version-repository';

type TakenRoute = readonly [route: string, module: string];

/**
 * Requires that the routes of a version are neither keys nor routes of other modules.
 * @throws ApiError 409 that names the route and the module that has it
 */
export async function requireFreeRoutes(
  transaction: MapTransaction,
  version: Pick<PreparedVersion, 'entry' | 'module'>,
): Promise<void> {
  const { entry, module } = version;
  throwIfTaken(await findTakenRoute(transaction, module, entry.declarations?.routes));
}

/** Throws an ApiError 409 that names the route and the module that has it. */
export function throwIfTaken(taken: TakenRoute | undefined): void {
  if (taken) throw new ApiError(409, 'route-taken', { values: { route: taken[0], module: taken[1] } });
}

/** Finds a route of a stored version that another module has, because it was published meanwhile. */
export async function findRouteTakenSince(
  transaction: MapTransaction,
  module: string,
  version: string | null,
): Promise<TakenRoute | undefined> {
  const stored = version === null ? undefined : await findVersion(transaction.tx, module, version);
  return findTakenRoute(transaction, module, stored?.entry.declarations?.routes);
}

/** A key is taken by its module, its application or its token, a route by each version that users may get now. */
async function findTakenRoute(
  { base, tx }: MapTransaction,
  module: string,
  routes: readonly string[] = [],
): Promise<TakenRoute | undefined> {
  if (routes.length === 0) return undefined;
  const keys = await listKnownKeys(tx, base);
  const others = (await listLiveModules(tx)).filter((other) => other.module !== module);
  return [
    ...[...keys].filter((key) => key !== module).map((key) => [key, key] as const),
    ...others.flatMap((other) =>
      [...other.versions.values()].flatMap(({ entry }) =>
        (entry.declarations?.routes ?? []).map((route) => [route, other.module] as const),
      ),
    ),
  ].find(([route]) => routes.includes(route));
}
