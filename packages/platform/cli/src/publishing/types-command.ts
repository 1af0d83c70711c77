import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readModuleManifest } from '@portico/check';
import { getImportName, getModuleKey, modulePrefix, type SharedPackages } from '@portico/contract';
import { Command } from 'commander';
import { CommandError } from '../terminal/arguments';
import { fetchTypes } from './fetch-types';
import { findPackages } from './find-packages';
import { createPublishingApi, parseModule, withPublishingOptions } from './publishing-api';

interface TypesOptions {
  readonly folder: string;
}

/** The command that fetches the types of what a module imports of other teams. */
export function typesCommand(): Command {
  const command = new Command('types')
    .description('Fetch the types of live modules and packages into a folder, for the TypeScript compiler')
    .argument('[modules...]', 'keys of modules, or names of packages (default: portico.shared of package.json)')
    .option('--folder <path>', 'where the types are written', 'portico-types')
    .action(async (named: string[], { folder }: TypesOptions, command: Command) => {
      const { shared = {} } = await readModuleManifest('.').catch((error: unknown) => {
        if (named.length > 0) return { shared: undefined };
        throw error;
      });
      const wanted = named.length > 0 ? Object.fromEntries(named.map((name) => getShared(name, shared))) : shared;
      if (Object.keys(wanted).length === 0) {
        throw new CommandError('Name a module, or declare what yours imports in portico.shared of package.json.');
      }
      const { imports } = await findPackages(await createPublishingApi(command), { shared: wanted });
      const lacking: string[] = [];
      for (const name of Object.keys(wanted)) {
        const text = await fetchTypes(imports[name] ?? '');
        if (text === undefined) lacking.push(name);
        else console.log(await write(path.join(folder, `${name}.d.ts`), text));
      }
      if (lacking.length > 0) throw new CommandError(`Published without types: ${lacking.join(', ')}.`);
    });
  return withPublishingOptions(command);
}

/** The name that is imported, and its range. */
function getShared(typed: string, declared: SharedPackages): [string, string] {
  const published = parseModule(typed.startsWith(modulePrefix) ? getModuleKey(typed) : typed);
  const name = getImportName(published);
  return [name, declared[name] ?? '*'];
}

async function write(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}
