import { decodeUnreserved, type ImportMap, modulePrefix } from '@portico/contract';
import type { ModuleFile } from '@portico/contract/publishing';
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { getFolder } from '../live-map/import-map-parts';
import { mapChanges, moduleVersionFiles, moduleVersions } from '../tables';
import type { CheckedVersion, PreparedVersion } from './prepared-version';

const ofVersion = (module: string, version: string) =>
  and(eq(moduleVersions.module, module), eq(moduleVersions.version, version));

const isFileOf = (module: string, version: string) =>
  and(eq(moduleVersionFiles.module, module), eq(moduleVersionFiles.version, version));

/** Finds a stored version, also one in quarantine. */
export async function findVersion(executor: Executor, module: string, version: string) {
  const [found] = await executor.select().from(moduleVersions).where(ofVersion(module, version));
  return found;
}

/**
 * Stores a version. If it is stored already, only the result of its check may change.
 * @returns whether it was stored already
 * @throws ApiError 409 when it exists with other content or at another address, or is in quarantine
 */
export async function storeVersion(
  tx: Executor,
  { files, manifest, warnings, ...stored }: CheckedVersion,
  now: Date,
): Promise<boolean> {
  const { address, checkedBy, fingerprint, module, policy, version } = stored;
  const [quarantined] = await tx
    .select({ version: moduleVersions.version })
    .from(moduleVersions)
    .where(
      and(isNotNull(moduleVersions.quarantinedAt), or(ofVersion(module, version), eq(moduleVersions.address, address))),
    )
    .limit(1);
  if (quarantined) throw createQuarantineError(quarantined.version);
  // No other call stores versions meanwhile, because this transaction has the lock of the live map.
  const existing = await findVersion(tx, module, version);
  if (existing === undefined) {
    await tx.insert(moduleVersions).values({ ...stored, createdAt: now });
    const rows = files.map(({ name, digest }) => ({ module, version, name, digest }));
    if (rows.length > 0) await tx.insert(moduleVersionFiles).values(rows);
    return false;
  }
  if (existing.fingerprint !== fingerprint) throw new ApiError(409, 'version-exists', { values: { version } });
  if (checkedBy === 'server' || existing.checkedBy === 'nobody') {
    await tx.update(moduleVersions).set({ checkedBy, policy }).where(ofVersion(module, version));
  }
  return true;
}

/** Returns whether a version was live for all or some users. Previews do not count. */
export async function wasPublished(executor: Executor, module: string, version: string): Promise<boolean> {
  return (await executor.$count(mapChanges, and(eq(mapChanges.module, module), eq(mapChanges.to, version)))) > 0;
}

/** Finds a version that may be served; `undefined` if it is in quarantine, deleted, or was never stored. */
export async function findServableVersion(executor: Executor, module: string, version: string) {
  const found = await findVersion(executor, module, version);
  return found?.quarantinedAt === null ? found : undefined;
}

/** Finds a version that may be served; throws ApiError 404 unless it is stored, 409 if it is in quarantine. */
export async function requireServable(executor: Executor, module: string, version: string) {
  const found = await findVersion(executor, module, version);
  if (found === undefined) throw createUnknownError(version);
  if (found.quarantinedAt !== null) throw createQuarantineError(version);
  return found;
}

export function createUnknownError(version: string): ApiError {
  return new ApiError(404, 'version-unknown', { values: { version } });
}

function createQuarantineError(version: string): ApiError {
  return new ApiError(409, 'version-quarantined', { values: { version } });
}

/** Puts a version into quarantine. */
export async function setQuarantined(tx: Executor, module: string, version: string, at: Date): Promise<void> {
  await tx.update(moduleVersions).set({ quarantinedAt: at }).where(ofVersion(module, version));
}

/** Hosted versions have absolute addresses, uploaded ones have paths. */
const isHosted = sql`${moduleVersions.address} not like '/%'`;

/** Lists the texts one by one: with an array parameter, the database may skip the index. */
function toArray(texts: readonly string[]): SQL {
  const list = sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  );
  return sql`array[${list}]::text[]`;
}

function pinsAny(addresses: readonly string[]): SQL {
  return sql`${moduleVersions.integrity} ?| ${toArray(addresses)}`;
}

/** A version that holds an address. */
export interface AddressHolder {
  readonly module: string;
  readonly version: string;
}

/** Lists the versions that hold one of these addresses. */
export function listAddressHolders(executor: Executor, addresses: readonly string[]): Promise<AddressHolder[]> {
  return listHostedVersions(executor, pinsAny(addresses));
}

/** Lists the versions that hold an address below this folder, which ends with a slash. Reads all versions. */
export function listFolderHolders(executor: Executor, folder: string): Promise<AddressHolder[]> {
  const keys = sql`jsonb_object_keys(${moduleVersions.integrity}) as held`;
  return listHostedVersions(executor, sql`exists (select 1 from ${keys} where starts_with(held, ${folder}))`);
}

const folderOfEntry = sql`regexp_replace(${moduleVersions.address}, '[^/?]*([?].*)?$', '')`;
const hasShared = sql`${moduleVersions.entry} ? 'shared'`;

/**
 * Lists the versions of other modules whose entry is in one of these folders, or that import packages and have files in
 * the folder of this version.
 */
export function listNeighbours(
  executor: Executor,
  version: PreparedVersion,
  folders: readonly string[],
): Promise<AddressHolder[]> {
  const folder = getFolder(version.address);
  const { address, integrity } = moduleVersions;
  const keys = sql`jsonb_object_keys(${integrity}) as held`;
  const hasFiles = sql`exists (select 1 from ${keys} where starts_with(held, ${folder}))`;
  const isNear = sql`(starts_with(${folder}, ${folderOfEntry}) or starts_with(${address}, ${folder}))`;
  const isInFolders = sql`${folderOfEntry} = any(${toArray(folders)})`;
  const isNeighbour = sql`(${isInFolders} or (${hasShared} and ${isNear} and ${hasFiles}))`;
  return listHostedVersions(executor, sql`${ne(moduleVersions.module, version.module)} and ${isNeighbour}`);
}

function listHostedVersions(executor: Executor, condition: SQL): Promise<AddressHolder[]> {
  return executor
    .select({ module: moduleVersions.module, version: moduleVersions.version })
    .from(moduleVersions)
    .where(and(isHosted, condition))
    .orderBy(moduleVersions.module, moduleVersions.version);
}

/** Deletes a version without uploaded files, unless it is in quarantine. */
export async function deleteHostedVersion(tx: Executor, { module, version }: AddressHolder): Promise<void> {
  await tx
    .delete(moduleVersions)
    .where(and(isHosted, ofVersion(module, version), isNull(moduleVersions.quarantinedAt)));
}

/** Lists the uploaded files of a version. */
export function listVersionFiles(executor: Executor, module: string, version: string): Promise<ModuleFile[]> {
  const { digest, name } = moduleVersionFiles;
  return executor.select({ name, digest }).from(moduleVersionFiles).where(isFileOf(module, version));
}

/** Finds the digest of a file of an uploaded version; throws ApiError 410 when the version is in quarantine. */
export async function findFileDigest(
  executor: Executor,
  module: string,
  version: string,
  name: string,
): Promise<string | undefined> {
  const [found] = await executor
    .select({ digest: moduleVersionFiles.digest, quarantinedAt: moduleVersions.quarantinedAt })
    .from(moduleVersionFiles)
    .innerJoin(moduleVersions, ofVersion(module, version))
    .where(and(isFileOf(module, version), eq(moduleVersionFiles.name, name)));
  if (found && found.quarantinedAt !== null) throw new ApiError(410, 'version-quarantined', { values: { version } });
  return found?.digest;
}

/** Finds the longest of some names that a file of a version has. */
export async function findLongestName(
  executor: Executor,
  module: string,
  version: string,
  names: readonly string[],
): Promise<string | undefined> {
  const [found] = await executor
    .select({ name: moduleVersionFiles.name })
    .from(moduleVersionFiles)
    .where(and(isFileOf(module, version), inArray(moduleVersionFiles.name, names)))
    .orderBy(desc(sql`length(${moduleVersionFiles.name})`))
    .limit(1);
  return found?.name;
}

/**
 * Requires that each address belongs to one module and keeps its content for good. The import map pins the integrity of
 * an address for all modules. If another module pinned it, browsers would refuse the owner's next content. If the owner
 * changed the content, browsers would refuse the previous version after a rollback.
 * @param version a version that a team hosts
 * @param base the map of the shell's build
 * @throws ApiError 409 for an address of another module or of the build, or one that had other content in an earlier
 * version
 */
export async function requireUnchangedAddresses(
  executor: Executor,
  version: PreparedVersion,
  base: ImportMap,
): Promise<void> {
  const { integrity, module } = version;
  const ofBuild = findBuildAddress(version, base);
  if (ofBuild !== undefined) throw new ApiError(409, 'address-foreign', { values: { address: ofBuild } });

  const address = sql<string>`earlier.key`;
  // No `limit 1`: with it, the database may choose to scan all versions.
  const [kept] = await executor
    .select({ address, module: moduleVersions.module, version: moduleVersions.version })
    .from(moduleVersions)
    .innerJoin(sql`jsonb_each_text(${moduleVersions.integrity}) as earlier`, sql`true`)
    .innerJoin(
      sql`jsonb_each_text(${JSON.stringify(integrity)}::jsonb) as later`,
      sql`later.key = earlier.key and (later.value <> earlier.value or ${moduleVersions.module} <> ${module})`,
    )
    .where(and(isHosted, pinsAny(Object.keys(integrity))));
  if (kept === undefined) return;
  if (kept.module !== module) throw new ApiError(409, 'address-foreign', { values: { address: kept.address } });
  throw new ApiError(409, 'address-changed', { values: { address: kept.address, version: kept.version } });
}

/** Finds the first address that the build uses for another name, or with other content. */
function findBuildAddress({ address, integrity, module }: PreparedVersion, base: ImportMap): string | undefined {
  // Compare paths of the build too: a team may publish from the portal's own origin.
  const root = new URL('/', address).href;
  const resolved = (known: string) => (URL.canParse(known, root) ? decodeUnreserved(new URL(known, root).href) : known);
  const foreign = Object.entries(base.imports)
    .filter(([name]) => name !== modulePrefix + module)
    .map(([, known]) => resolved(known));
  const pinned = new Map(Object.entries(base.integrity).map(([known, value]) => [resolved(known), value]));
  return Object.keys(integrity).find((one) => {
    const isPinnedElse = pinned.has(one) && pinned.get(one) !== integrity[one];
    return isPinnedElse || foreign.some((known) => known === one || (known.endsWith('/') && one.startsWith(known)));
  });
}

/**
 * Finds the version of a module at the address that a browser loaded, absolute or a path of the portal; empty for that of
 * the build or an unknown one.
 */
export async function findVersionAt(executor: Executor, module: string, address: string): Promise<string> {
  // The base completes a path; its origin matches no version.
  const base = 'http://portal.invalid';
  if (!URL.canParse(address, base)) return '';
  const url = new URL(address, base);
  const { address: stored, module: owner, version } = moduleVersions;
  const [found] = await executor
    .select({ version })
    .from(moduleVersions)
    .where(
      and(eq(owner, module), or(eq(stored, decodeUnreserved(url.href)), eq(stored, decodeUnreserved(url.pathname)))),
    )
    .limit(1);
  return found?.version ?? '';
}
