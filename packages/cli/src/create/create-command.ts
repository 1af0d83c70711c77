import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { moduleKeySchema } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import type { BundledFiles } from '../bundled-files';
import { CommandError } from '../command-error';
import { copyTemplate } from './copy-template';
import { findPackages } from './find-packages';

interface CreateOptions {
  readonly key?: string;
  readonly kit?: string;
  readonly cli?: string;
}

export function createCommand({ folder: own, template }: BundledFiles): Command {
  return new Command('create')
    .description('makes a module that builds, passes its tests and runs in the portal')
    .argument('<folder>', 'where; it does not exist yet, or is empty')
    .option('--key <key>', "the module's key, by default the name of the folder")
    .option('--kit <package>', 'what npm takes for @portico/module-kit, by default as this command was installed')
    .option('--cli <package>', 'what npm takes for @portico/cli, by default as this command was installed')
    .action(async (folder: string, options: CreateOptions) => {
      const key = v.safeParse(moduleKeySchema, options.key ?? path.basename(path.resolve(folder)));
      if (!key.success) throw new CommandError(`${key.issues[0].message} --key names one.`);
      await requireEmpty(folder);
      await copyTemplate(template, folder, key.output, await findPackages(own, options));
      console.log(`Made the module ${key.output} in ${folder}. In there:

  npm install
  npm run build
  npm test
  npm run check    opens what was built in a browser, as the portal does
  npm run dev      serves it, and tells how the portal gets it`);
    });
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} is not a folder.`);
  });
  if (found.length > 0) throw new CommandError(`${folder} is not empty.`);
}
