import { and, eq } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { moduleVersionFiles, moduleVersions } from '../database/tables';
import { ApiError } from '../errors/api-error';
import type { PreparedVersion } from './prepared-version';

const ofVersion = (module: string, version: string) =>
  and(eq(moduleVersions.module, module), eq(moduleVersions.version, version));

/** Writes a version down, unless it is. @throws ApiError 409 when it exists with other content or elsewhere */
export async function keepVersion(
  tx: Executor,
  { address, files, fingerprint, integrity, module, version }: PreparedVersion,
  now: Date,
): Promise<void> {
  const added = await tx
    .insert(moduleVersions)
    .values({ module, version, address, integrity, fingerprint, createdAt: now })
    .onConflictDoNothing()
    .returning({ version: moduleVersions.version });
  if (added.length > 0) {
    if (files.length === 0) return;
    await tx.insert(moduleVersionFiles).values(files.map(({ name, digest }) => ({ module, version, name, digest })));
    return;
  }
  const [existing] = await tx
    .select({ fingerprint: moduleVersions.fingerprint })
    .from(moduleVersions)
    .where(ofVersion(module, version));
  if (existing?.fingerprint !== fingerprint) throw new ApiError(409, 'version-exists', { values: { version } });
}

export async function isVersion(executor: Executor, module: string, version: string): Promise<boolean> {
  const found = await executor
    .select({ version: moduleVersions.version })
    .from(moduleVersions)
    .where(ofVersion(module, version));
  return found.length > 0;
}

/** The digest of a file of an uploaded version. */
export async function findFileDigest(
  executor: Executor,
  module: string,
  version: string,
  name: string,
): Promise<string | undefined> {
  const { digest } = moduleVersionFiles;
  const [found] = await executor
    .select({ digest })
    .from(moduleVersionFiles)
    .where(
      and(
        eq(moduleVersionFiles.module, module),
        eq(moduleVersionFiles.version, version),
        eq(moduleVersionFiles.name, name),
      ),
    );
  return found?.digest;
}
