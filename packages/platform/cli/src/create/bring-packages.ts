import { access, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../terminal/command-error';
import type { TeamPackages } from './find-packages';

/** Part of the module's repository, so that its clones install the packages as well. */
const place = 'portico-packages';

/** Copies packages that are archives on this machine into the folder of a module, because other machines lack them. */
export async function bringPackages({ kit, cli }: TeamPackages, folder: string): Promise<TeamPackages> {
  return { kit: await bring(kit, folder), cli: await bring(cli, folder) };
}

/** @returns the npm source in the module. @throws CommandError when the archive does not exist */
async function bring(source: string, folder: string): Promise<string> {
  const [, archive] = /^file:(.*\.tgz)$/.exec(source) ?? [];
  if (archive === undefined) return source;
  const name = path.basename(archive);
  await access(archive).catch((cause: unknown) => {
    throw new CommandError(`${archive} does not exist: name the packages with --kit and --cli.`, { cause });
  });
  await mkdir(path.join(folder, place), { recursive: true });
  await copyFile(archive, path.join(folder, place, name));
  return `file:${place}/${name}`;
}
