import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../command-error';
import { type ModuleManifest, readModuleManifest } from '../manifest/module-manifest';

/** A module as its build has left it. */
export interface BuiltModule extends ModuleManifest {
  /** Where its package.json is. */
  readonly folder: string;
  /** Where its files are. */
  readonly dist: string;
}

/** @throws CommandError which says what is missing */
export async function readBuiltModule(folder: string, dist: string): Promise<BuiltModule> {
  const manifest = await readModuleManifest(folder);
  const built = path.resolve(folder, dist);
  const entry = path.join(built, manifest.entry);
  if (!existsSync(entry)) throw new CommandError(`There is no ${entry}: build the module first.`);
  return { ...manifest, folder, dist: built };
}
