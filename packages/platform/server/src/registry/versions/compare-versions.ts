import path from 'node:path';
import { type FileChange, typesFileName, type VersionComparison } from '@portico/contract/publishing';
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import type { RegistryServices } from '../create-registry';
import { getFolder } from '../live-map/import-map-parts';
import { moduleVersionFiles, sentFiles } from '../tables';
import { getVersionFolder } from './addresses';
import { createUnknownError, findVersion } from './version-repository';

interface ComparedFile {
  readonly name: string;
  /** Equal for equal contents. */
  readonly content: string;
  /** In bytes; null for a file on the host of a team. */
  readonly size: number | null;
}

/**
 * Compares two stored versions of a module, also those in quarantine.
 * @throws ApiError 404 for an unknown version
 */
export async function compareVersions(
  { database, registry }: RegistryServices,
  module: string,
  before: string,
  after: string,
): Promise<VersionComparison> {
  const [former, next] = await Promise.all([
    readVersion(database, module, before),
    readVersion(database, module, after),
  ]);
  const { files, unchanged } = compareFiles(former.files, next.files);
  const read = async ({ files, types }: ComparedVersion) => {
    const file = files.get(types);
    const isShort = file !== undefined && file.size !== null && file.size <= typesMaxBytes;
    return isShort ? (await registry.files.get(file.content))?.toString('utf8') : undefined;
  };
  const [formerTypes, nextTypes] = await Promise.all([read(former), read(next)]);
  const isKnown = formerTypes !== undefined || nextTypes !== undefined;
  return {
    files,
    unchanged,
    before: sumSizes(former.files),
    after: sumSizes(next.files),
    policy: { before: former.policy, after: next.policy },
    types: isKnown ? compareLines(formerTypes ?? '', nextTypes ?? '') : null,
  };
}

/** Declarations of a whole library have more, and their lines say little. */
const typesMaxBytes = 512 * 1024;
const maxLines = 500;

interface ComparedVersion {
  readonly files: ReadonlyMap<string, ComparedFile>;
  readonly policy: VersionComparison['policy']['after'];
  /** The name of the file with the types. */
  readonly types: string;
}

async function readVersion(executor: Executor, module: string, version: string): Promise<ComparedVersion> {
  const [found, uploaded] = await Promise.all([
    findVersion(executor, module, version),
    executor
      .select({ name: moduleVersionFiles.name, content: moduleVersionFiles.digest, size: sentFiles.size })
      .from(moduleVersionFiles)
      .innerJoin(sentFiles, eq(sentFiles.digest, moduleVersionFiles.digest))
      .where(and(eq(moduleVersionFiles.module, module), eq(moduleVersionFiles.version, version))),
  ]);
  if (found === undefined) throw createUnknownError(version);
  const { address, integrity, policy } = found;
  const isUploaded = uploaded.length > 0;
  const folder = isUploaded ? getVersionFolder(module, version) : getFolder(address);
  const getName = (address: string) => (address.startsWith(folder) ? address.slice(folder.length) : address);
  const files: readonly ComparedFile[] = isUploaded
    ? uploaded
    : Object.entries(integrity).map(([address, content]) => ({ name: getName(address), content, size: null }));
  const types = path.posix.join(path.posix.dirname(getName(address)), typesFileName);
  return { files: new Map(files.map((file) => [file.name, file])), policy, types };
}

type ComparedFiles = ComparedVersion['files'];

function compareFiles(former: ComparedFiles, next: ComparedFiles): { files: FileChange[]; unchanged: number } {
  const names = [...new Set([...former.keys(), ...next.keys()])].sort();
  const files: FileChange[] = [];
  for (const name of names) {
    const [one, other] = [former.get(name), next.get(name)];
    if (one?.content === other?.content) continue;
    const change = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed';
    files.push({ name, change, before: one?.size ?? null, after: other?.size ?? null });
  }
  return { files, unchanged: names.length - files.length };
}

function sumSizes(files: ComparedFiles): number | null {
  let all = 0;
  for (const { size } of files.values()) {
    if (size === null) return null;
    all += size;
  }
  return all;
}

/** Finds the lines that only one of two texts has, in their order. */
function compareLines(former: string, next: string): { added: string[]; removed: string[] } {
  const [before, after] = [former.split(/\r?\n/), next.split(/\r?\n/)];
  return { added: subtractLines(after, before), removed: subtractLines(before, after) };
}

function subtractLines(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  const left = lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0 && line.trim() !== '';
  });
  return left.slice(0, maxLines);
}
