import { type ImportMap, modulePrefix } from '@portico/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { moduleVersions } from '../database/tables';
import { ApiError } from '../errors/api-error';
import type { PreparedVersion } from './prepared-version';

/**
 * An address is of one module and has one content for good, also where a team hosts it. The map pins the integrity of an
 * address for all readers, whatever module it came with: were it pinned by another module, browsers would refuse the
 * owner's next bytes; were it another one now, they would refuse the version before, just when it is needed again.
 * @param version one that a team hosts
 * @param base the map of the shell's build
 * @throws ApiError 409 for an address of another module, or of another name of the build; or when an earlier version of
 * the module has other content there
 */
export async function requireUnchangedAddresses(
  executor: Executor,
  version: PreparedVersion,
  base: ImportMap,
): Promise<void> {
  const { integrity, module } = version;
  const ofBuild = addressOfBuild(version, base);
  if (ofBuild !== undefined) throw new ApiError(409, 'address-foreign', { values: { address: ofBuild } });

  const address = sql<string>`earlier.key`;
  const addresses = sql`array(select jsonb_object_keys(${JSON.stringify(integrity)}::jsonb))`;
  const [kept] = await executor
    .select({ address, module: moduleVersions.module, version: moduleVersions.version })
    .from(moduleVersions)
    .innerJoin(sql`jsonb_each_text(${moduleVersions.integrity}) as earlier`, sql`true`)
    .innerJoin(
      sql`jsonb_each_text(${JSON.stringify(integrity)}::jsonb) as later`,
      sql`later.key = earlier.key and (later.value <> earlier.value or ${moduleVersions.module} <> ${module})`,
    )
    // The addresses of uploaded versions are paths, which no team hosts: of those nothing is read.
    .where(sql`${moduleVersions.address} not like '/%' and ${moduleVersions.integrity} ?| ${addresses}`)
    .limit(1);
  if (kept === undefined) return;
  if (kept.module !== module) throw new ApiError(409, 'address-foreign', { values: { address: kept.address } });
  throw new ApiError(409, 'address-changed', { values: { address: kept.address, version: kept.version } });
}

/** The first address that the build has for something else, or with other content. */
function addressOfBuild({ address, integrity, module }: PreparedVersion, base: ImportMap): string | undefined {
  // A path is one of the portal's own host, which modules may come from by its origin, too.
  const root = new URL('/', address);
  const resolved = (known: string) => (URL.canParse(known, root) ? new URL(known, root).href : known);
  const foreign = Object.entries(base.imports)
    .filter(([name]) => name !== modulePrefix + module)
    .map(([, known]) => resolved(known));
  const pinned = new Map(Object.entries(base.integrity).map(([known, value]) => [resolved(known), value]));
  return Object.keys(integrity).find((one) => {
    const isPinnedElse = pinned.has(one) && pinned.get(one) !== integrity[one];
    return isPinnedElse || foreign.some((known) => known === one || (known.endsWith('/') && one.startsWith(known)));
  });
}
