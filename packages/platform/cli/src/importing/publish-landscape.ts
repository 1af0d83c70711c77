import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuiltModule, readBuiltModule, servePackages } from '@portico/check';
import { moduleStatusListSchema, type SharedPackages } from '@portico/contract/publishing';
import { findPackages } from '../publishing/ask-portal';
import { type RunCheck, uncheckedResult } from '../publishing/check-command';
import { describeVersion } from '../publishing/publish-command';
import { requireOwnNames } from '../publishing/require-own-names';
import { readPublishedFiles, uploadFiles } from '../publishing/upload-files';
import { publishVersions, type ServerApi } from '../server/server-api';
import { CommandError } from '../terminal/arguments';
import { formatStatus } from '../terminal/format';
import type { NamedVersion } from './choose-version';

/**
 * Checks the versions of a landscape, uploads their files, and publishes all in one transaction.
 * @param folder for their files
 * @returns the lines that say what is live
 * @throws CommandError when one of them is refused; nothing is live then
 */
export async function publishLandscape(
  api: ServerApi,
  versions: readonly NamedVersion[],
  folder: string,
  check: (modules: readonly BuiltModule[]) => ReturnType<RunCheck>,
): Promise<string> {
  const builds = await writeBuilds(versions, folder);
  const modules = await api.read('modules', moduleStatusListSchema);
  const checked = await checkBuilds(api, builds, check);
  const own = new Set(versions.map(({ published }) => published));
  const others = modules.filter(({ module }) => !own.has(module));
  const publications: { module: string; publication: object }[] = [];
  for (const { module, result, version } of checked) {
    await requireOwnNames(module.key, result.chunkGlobals, others, api.address);
    const files = await readPublishedFiles(module);
    console.log(module.key);
    await uploadFiles(api, module.key, files);
    const publication = { version, reason: 'portico import', ...describeVersion(module, files, result) };
    publications.push({ module: module.key, publication });
  }
  console.log(
    publications.length === 1 ? 'Publishing 1 version.' : `Publishing ${publications.length} versions together.`,
  );
  const body = { versions: publications };
  const statuses = await publishVersions(api, 'versions', body, moduleStatusListSchema, 'portico status');
  return statuses.map((status) => formatStatus(status, api.address)).join('\n');
}

/** A version, whose files are on this machine. */
interface Build extends NamedVersion {
  readonly module: BuiltModule;
}

async function writeBuilds(versions: readonly NamedVersion[], folder: string): Promise<Build[]> {
  const builds: Build[] = [];
  for (const [index, version] of versions.entries()) {
    const { entry, fields, files, name, published, shared } = version;
    const own = path.join(folder, String(index));
    await mkdir(own, { recursive: true });
    await writeFile(
      path.join(own, 'package.json'),
      JSON.stringify({ name, portico: { ...fields, key: published, entry, shared } }),
    );
    for (const [file, content] of files) {
      const target = path.join(own, 'dist', file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, content);
    }
    builds.push({ ...version, module: await readBuiltModule(own, 'dist') });
  }
  return builds;
}

/**
 * Checks the builds that are not live in a browser, with the packages of the landscape from this machine and the others from the portal.
 * @throws CommandError when the check of one fails
 */
async function checkBuilds(
  api: ServerApi,
  builds: readonly Build[],
  check: (modules: readonly BuiltModule[]) => ReturnType<RunCheck>,
) {
  const local = builds.map(({ form, module: { dist, entry, policy = {} }, name }) => {
    const details = form === 'es-module' ? { form } : {};
    return [name, { folder: dist, entry, policy, details }] as const;
  });
  const known = new Set(builds.map(({ name }) => name));
  const live: SharedPackages = Object.fromEntries(
    builds.flatMap(({ shared }) => Object.entries(shared).filter(([name]) => !known.has(name))),
  );
  const ofPortal = await findPackages(api, { shared: live });
  const served = await servePackages(Object.fromEntries(local));
  try {
    const packages = {
      imports: { ...ofPortal.imports, ...served.imports },
      entries: { ...ofPortal.entries, ...served.entries },
      scopes: ofPortal.scopes,
      policies: { ...ofPortal.policies, ...served.policies },
    };
    const changed = builds.filter(({ isLive }) => !isLive);
    const { hasFailed, results } = await check(changed.map(({ module }) => ({ ...module, packages })));
    if (hasFailed)
      throw new CommandError('Nothing was imported: the check failed. Leave out by --without what it names.');
    return changed.map((each, index) => ({ ...each, result: results[index] ?? uncheckedResult }));
  } finally {
    await served.close();
  }
}
