import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import manifest from '../../package.json' with { type: 'json' };
import { CommandError } from '../terminal/arguments';

/** The npm sources of the two packages that a team installs. */
export interface TeamPackages {
  readonly kit: string;
  readonly cli: string;
}

const { version } = manifest;
const archives = { kit: `portico-module-kit-${version}.tgz`, cli: `portico-cli-${version}.tgz` };

const installationSchema = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
});

/**
 * Finds the packages: the named ones, else the archives beside the one this command was installed from, else the output
 * of `npm run pack`, else the versions of the registry it came from.
 * @param own the folder of this package
 * @throws CommandError when there are none
 */
export async function findPackages(own: string, named: Partial<TeamPackages>): Promise<TeamPackages> {
  const { kit, cli } = named;
  if (kit !== undefined && cli !== undefined) return { kit, cli };
  const found = (await findInstalled(own)) ?? findPacked(own);
  if (!found) throw new CommandError('The packages for a module were not found: name them with --kit and --cli.');
  return { ...found, ...(kit !== undefined && { kit }), ...(cli !== undefined && { cli }) };
}

/** Reads from npm's hidden lock file where this package came from. */
async function findInstalled(own: string): Promise<TeamPackages | undefined> {
  const modules = path.resolve(own, '../..');
  const note = await readFile(path.join(modules, '.package-lock.json'), 'utf8').catch(() => '');
  const installation = v.safeParse(v.pipe(v.string(), v.parseJson(), installationSchema), note);
  const source = installation.success ? installation.output.packages['node_modules/@portico/cli']?.resolved : undefined;
  if (source === undefined || !/^(file|https?):/.test(source)) return undefined;
  if (!source.endsWith(`/${archives.cli}`)) return { kit: `^${version}`, cli: `^${version}` };
  const place = source.slice(0, -archives.cli.length);
  const folder = place.startsWith('file:') ? `file:${path.resolve(modules, '..', place.slice(5))}/` : place;
  return { kit: folder + archives.kit, cli: folder + archives.cli };
}

function findPacked(own: string): TeamPackages | undefined {
  const file = (name: string) => path.join(own, 'dist', name);
  const { kit, cli } = { kit: file(archives.kit), cli: file(archives.cli) };
  return existsSync(kit) && existsSync(cli) ? { kit: `file:${kit}`, cli: `file:${cli}` } : undefined;
}
