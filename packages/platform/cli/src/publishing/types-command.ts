import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readModuleManifest } from '@portico/check';
import { getImportName, getModuleKey, modulePrefix } from '@portico/contract';
import type { SharedPackages } from '@portico/contract/publishing';
import { PortalCommand } from '../server/portal-command';
import { CommandError, parseModule } from '../terminal/arguments';
import { fetchTypes, findPackages } from './ask-portal';

export function typesCommand(): PortalCommand {
  return new PortalCommand('publisher', 'types')
    .description('Fetch the types of live modules and packages into a folder, for the TypeScript compiler')
    .argument('[modules...]', 'keys of modules, or names of packages (default: portico.shared of package.json)')
    .option('--folder <path>', 'the folder to write the types to', 'portico-types')
    .action(async (named: string[], { folder }: { readonly folder: string }, command: PortalCommand) => {
      const wanted = await findWanted(named);
      const { imports } = await findPackages(await command.connect(), { shared: wanted });
      const lacking: string[] = [];
      for (const name of Object.keys(wanted)) {
        const text = await fetchTypes(imports[name] ?? '');
        const file = path.join(folder, `${name}.d.ts`);
        if (text === undefined) {
          lacking.push(name);
          continue;
        }
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
        console.log(file);
      }
      if (lacking.length > 0) throw new CommandError(`Published without types: ${lacking.join(', ')}.`);
    });
}

/** Finds the names to import and their ranges: the named modules, or those that package.json declares. */
async function findWanted(named: readonly string[]): Promise<SharedPackages> {
  const { shared = {} } = await readModuleManifest('.').catch((error: unknown) => {
    if (named.length > 0) return { shared: undefined };
    throw error;
  });
  const names = named.map((typed) =>
    getImportName(parseModule(typed.startsWith(modulePrefix) ? getModuleKey(typed) : typed)),
  );
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, shared[name] ?? '*']));
  if (Object.keys(shared).length > 0) return shared;
  throw new CommandError('Name a module, or declare what yours imports in portico.shared of package.json.');
}
