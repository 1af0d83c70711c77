import { ApiError } from '../../http/api-error';
import type { MapTransaction } from '../live-map/change-live-map';
import { listLiveModules } from '../live-map/live-module';
import { listKnownKeys } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';

/**
 * Requires that the routes of a version are neither keys nor routes of other modules. A key is taken by its module, its
 * application or its token, a route by each version that users may get now.
 * @throws ApiError 409 that names the route and the module that has it
 */
export async function requireFreeRoutes({ base, tx }: MapTransaction, version: PreparedVersion): Promise<void> {
  const { module } = version;
  const routes = new Set(version.entry.declarations?.routes);
  if (routes.size === 0) return;
  const keys = await listKnownKeys(tx, base);
  const others = (await listLiveModules(tx)).filter((other) => other.module !== module);
  const taken = [
    ...[...keys].filter((key) => key !== module).map((key) => [key, key] as const),
    ...others.flatMap((other) =>
      [...other.versions.values()].flatMap(({ entry }) =>
        (entry.declarations?.routes ?? []).map((route) => [route, other.module] as const),
      ),
    ),
  ].find(([route]) => routes.has(route));
  if (taken) throw new ApiError(409, 'route-taken', { values: { route: taken[0], module: taken[1] } });
}
