import { Command } from 'commander';
import type { BundledFiles } from '../bundled-files';
import { readBuiltModule } from './built-module';
import type { CheckModules } from './check-modules';
import { type CheckOptions, withCheckOptions } from './check-options';

export function checkCommand({ shell }: BundledFiles, check: CheckModules): Command {
  const command = new Command('check')
    .description('opens built modules in a real browser as the portal does, and refuses what would fail there')
    .argument('[folders...]', 'folders of modules, by default this one; of several, also whether they get on')
    .action(async (named: string[], options: CheckOptions) => {
      const folders = named.length > 0 ? named : ['.'];
      const modules = await Promise.all(folders.map((folder) => readBuiltModule(folder, options.dist)));
      if (await check(modules, shell, options)) process.exitCode = 1;
    });
  return withCheckOptions(command);
}
