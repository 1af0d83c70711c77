import { Command, Option } from 'commander';
import { readBuiltModule } from '../module/built-module';
import { readMirror } from '../module/mirror';
import { type CheckModules, type CheckOptions, withCheckOptions } from './check-modules';

/** @param shell the folder of the built shell */
export function checkCommand(shell: string, check: CheckModules): Command {
  const command = new Command('check')
    .description('Check built modules in a real browser, as the portal loads them')
    .argument('[folders...]', 'module folders (default: this folder); several are also checked against each other')
    // For servers, which check what others send.
    .addOption(new Option('--isolated', 'in the sandbox of Chromium and without any other host').hideHelp())
    .addOption(new Option('--mirror <file>', 'where files are that the folder lacks').hideHelp())
    .action(async (named: string[], options: CheckOptions & { readonly mirror?: string }) => {
      const folders = named.length > 0 ? named : ['.'];
      const modules = await Promise.all(folders.map((folder) => readModule(folder, options)));
      if ((await check(modules, shell, options)).hasFailed) process.exitCode = 1;
    });
  return withCheckOptions(command);
}

async function readModule(folder: string, { dist, mirror: file }: CheckOptions & { readonly mirror?: string }) {
  return readBuiltModule(folder, dist, file === undefined ? undefined : await readMirror(file));
}
