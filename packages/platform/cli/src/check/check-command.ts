import { Command } from 'commander';
import { readBuiltModule } from '../module/built-module';
import { type CheckModules, type CheckOptions, withCheckOptions } from './check-modules';

/** @param shell the folder of the built shell */
export function checkCommand(shell: string, check: CheckModules): Command {
  const command = new Command('check')
    .description('Check built modules in a real browser, as the portal loads them')
    .argument('[folders...]', 'module folders (default: this folder); several are also checked against each other')
    .action(async (named: string[], options: CheckOptions) => {
      const folders = named.length > 0 ? named : ['.'];
      const modules = await Promise.all(folders.map((folder) => readBuiltModule(folder, options.dist)));
      if ((await check(modules, shell, options)).hasFailed) process.exitCode = 1;
    });
  return withCheckOptions(command);
}
