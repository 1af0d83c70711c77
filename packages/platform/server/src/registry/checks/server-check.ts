import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Entry, PolicyNeeds } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../http/api-error';
import { createQueue } from '../../http/queue';
import { getModuleFolder } from '../versions/addresses';
import type { PreparedVersion } from '../versions/prepared-version';
import { runCheck } from './run-check';

/** The files of a version: those that the server has, or those on the host of a team. */
interface VersionFiles {
  /** The name of the entry in the folder. */
  readonly entry: string;
  readonly files: readonly { readonly name: string; readonly read: () => Promise<Buffer | undefined> }[];
  /** Where the other files are, with a slash at the end, and the integrity of those that are known, by address. */
  readonly mirror?: { readonly address: string; readonly integrity: Readonly<Record<string, string>> };
}

/** A package of a team, or another module, that the version imports by its name. */
export interface CheckPackage extends VersionFiles {
  readonly name: string;
  /** What the import map says of its entry. */
  readonly details: Entry;
  /** What it needs from the content policy. */
  readonly policy: PolicyNeeds;
}

/** A version that is to be checked. */
export interface CheckSource extends VersionFiles {
  readonly module: string;
  /** What it needs from the content policy. */
  readonly policy: PolicyNeeds;
  /** The names of the style sheets that it needs. */
  readonly styles: readonly string[];
  readonly packages: readonly CheckPackage[];
}

/**
 * Finds where the files of a version are: in a folder of the portal, or of the team's host.
 * @param files those that the portal has
 */
export function locateFiles(
  { address, integrity, module, version }: Pick<PreparedVersion, 'address' | 'integrity' | 'module' | 'version'>,
  files: PreparedVersion['files'],
  read: (digest: string) => Promise<Buffer | undefined>,
): VersionFiles & { readonly folder: string } {
  const own = `/modules/${getModuleFolder(module)}/${version}/`;
  const isOwn = address.startsWith(own);
  const folder = isOwn ? own : new URL('.', address).href;
  return {
    folder,
    entry: address.slice(folder.length),
    files: files.map(({ name, digest }) => ({ name, read: () => read(digest) })),
    ...(!isOwn && { mirror: { address: folder, integrity } }),
  };
}

/** A Chromium takes a core and 500 MB for some seconds. A call that would wait longer than a proxy does is refused. */
const limits = { concurrency: 1, maxWaiting: 4 };

/**
 * Checks versions in a browser, as `portico check` does.
 * @param chromium the path of a Chromium; nothing is checked without it
 */
export function createServerCheck(chromium: string | undefined, log: FastifyBaseLogger) {
  const queue = createQueue(limits);
  return {
    /**
     * @returns whether the version was checked; the log says why not
     * @throws ApiError 400 `check-failed` with the first finding; BusyError while too many checks wait
     */
    check: async (source: CheckSource): Promise<boolean> => {
      if (chromium === undefined) return false;
      requireOneCopy(source.packages);
      const { errors, findings, hasPassed } = await queue.run(() => checkInFolder(chromium, source));
      const [finding] = findings;
      if (finding !== undefined) throw new ApiError(400, 'check-failed', { values: { finding } });
      if (!hasPassed) log.error({ module: source.module, errors }, 'A version could not be checked in Chromium');
      return hasPassed;
    },
  };
}

/**
 * The page of a check has no scopes for packages on this machine.
 * @throws ApiError 400 `check-failed`
 */
function requireOneCopy(packages: readonly CheckPackage[]): void {
  const names = packages.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  const finding = `It imports two versions of ${twice}, by itself or by what it imports: choose ranges that allow one.`;
  throw new ApiError(400, 'check-failed', { values: { finding } });
}

async function checkInFolder(chromium: string, source: CheckSource) {
  const { entry, files, mirror, module, packages, policy, styles } = source;
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
  const writeJson = async (name: string, value: unknown) => {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(value));
    return file;
  };
  try {
    await writeJson('package.json', { portico: { key: module, entry, policy, styles } });
    await writeFiles(path.join(folder, 'dist'), files);
    const given: Record<string, object> = {};
    for (const [index, { details, entry, files, mirror, name, policy }] of packages.entries()) {
      given[name] = { folder: path.join(folder, `package-${index}`), entry, mirror, details, policy };
      await writeFiles(path.join(folder, `package-${index}`), files);
    }
    const options = { packages: await writeJson('packages.json', given) };
    return await runCheck(
      chromium,
      folder,
      mirror ? { ...options, mirror: await writeJson('mirror.json', mirror) } : options,
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeFiles(folder: string, files: VersionFiles['files']): Promise<void> {
  await mkdir(folder);
  for (const { name, read } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, (await read()) ?? '');
  }
}
