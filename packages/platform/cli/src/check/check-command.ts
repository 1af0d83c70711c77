import { Command, Option } from 'commander';
import { type BuiltModule, readBuiltModule } from '../module/built-module';
import { readLocalPackages } from '../module/local-packages';
import { readMirror } from '../module/mirror';
import { type CheckModules, type CheckOptions, withCheckOptions } from './check-modules';

type AskPortal = (module: BuiltModule, command: Command) => Promise<BuiltModule>;

/**
 * @param shell the folder of the built shell
 * @param askPortal asks what only the portal knows
 */
export function checkCommand(shell: string, check: CheckModules, askPortal: AskPortal): Command {
  const command = new Command('check')
    .description('Check built modules in a real browser, as the portal loads them')
    .argument('[folders...]', 'module folders (default: this folder); several are also checked against each other')
    // For servers, which check what others send.
    .addOption(new Option('--isolated', 'in the sandbox of Chromium and without any other host').hideHelp())
    .addOption(new Option('--mirror <file>', 'where files are that the folder lacks').hideHelp())
    .addOption(new Option('--packages <file>', 'where the packages are that the module imports').hideHelp())
    .action(async (named: string[], options: ServerOptions, command: Command) => {
      const folders = named.length > 0 ? named : ['.'];
      const read = await Promise.all(folders.map((folder) => readModule(folder, options)));
      const modules = await Promise.all(read.map((module) => addPackages(module, options, command)));
      if ((await check(modules, shell, options)).hasFailed) process.exitCode = 1;
    });
  return withCheckOptions(command);

  async function addPackages(module: BuiltModule, { packages: file }: ServerOptions, command: Command) {
    if (file === undefined) return askPortal(module, command);
    return { ...module, localPackages: await readLocalPackages(file) };
  }
}

/** With what a server gives that checks a module in a folder. */
interface ServerOptions extends CheckOptions {
  readonly mirror?: string;
  readonly packages?: string;
}

async function readModule(folder: string, { dist, mirror: file }: ServerOptions) {
  return readBuiltModule(folder, dist, file === undefined ? undefined : await readMirror(file));
}
