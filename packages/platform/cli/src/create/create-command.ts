import { access, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleKeySchema } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { findPackages, type TeamPackages } from './find-packages';

interface CreateOptions {
  readonly key?: string;
  readonly template: string;
  readonly kit?: string;
  readonly cli?: string;
}

/**
 * @param own the folder of this package
 * @param templates the folder of the templates
 */
export function createCommand(own: string, templates: string): Command {
  return new Command('create')
    .description('Create a module that builds, passes its tests and runs in the portal')
    .argument('<folder>', 'the new folder; it must not exist or must be empty')
    .option('--key <key>', 'the key of the module (default: the name of the folder)')
    .option('--template <name>', 'angular, react, react-webpack, svelte, vanilla or vue', 'react')
    .option('--kit <package>', 'the npm source of @portico/module-kit (default: where this command came from)')
    .option('--cli <package>', 'the npm source of @portico/cli (default: where this command came from)')
    .action(async (folder: string, options: CreateOptions) => {
      const key = v.safeParse(moduleKeySchema, options.key ?? path.basename(path.resolve(folder)));
      if (!key.success) throw new CommandError(`${key.issues[0].message} Set another key with --key.`);
      const template = await findTemplate(templates, options.template);
      await requireEmpty(folder);
      const packages = await findPackages(own, options);
      const copied = await copyPackages(packages, folder);
      for (const source of template) await copyTemplate(source, folder, key.output, copied);
      console.log(`Created the module ${key.output} in ${folder}. In that folder:

  npm install
  npm run build
  npm test
  npm run check    checks the build in a browser, as the portal loads it
  npm run dev      serves the module and prints the link that loads it into the portal`);
    });
}

/**
 * The folders of a template, in the order of copying: what all have (`shared`), what all of its framework have
 * (`shared-react`), and its own, whose files replace theirs.
 *
 * @throws CommandError when there is none of this name
 */
async function findTemplate(templates: string, name: string): Promise<string[]> {
  const folders = await readdir(templates);
  const names = folders.filter((folder) => !folder.startsWith('shared'));
  if (!names.includes(name)) throw new CommandError(`There is no template "${name}": use ${names.sort().join(', ')}.`);
  const [framework] = name.split('-');
  return ['shared', `shared-${framework}`, name]
    .filter((folder) => folders.includes(folder))
    .map((folder) => path.join(templates, folder));
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} is not a folder.`);
  });
  if (found.length > 0) throw new CommandError(`${folder} is not empty.`);
}

/** The placeholder for the key in the template. */
const templateKey = 'new-module';

const packagesSchema = v.looseObject({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** Copies the template and fills in the key and the packages. */
async function copyTemplate(template: string, folder: string, key: string, packages: TeamPackages) {
  for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    // npm does not pack a file named .gitignore.
    const name = path.relative(template, source).replace(/^gitignore$/, '.gitignore');
    const text = (await readFile(source, 'utf8')).replaceAll(templateKey, key);
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, name === 'package.json' ? withPackages(text, packages) : text);
  }
}

function withPackages(manifest: string, { kit, cli }: TeamPackages): string {
  const { dependencies, devDependencies, ...rest } = v.parse(packagesSchema, JSON.parse(manifest));
  const filled = {
    ...rest,
    dependencies: { ...dependencies, '@portico/module-kit': kit },
    devDependencies: { ...devDependencies, '@portico/cli': cli },
  };
  return `${JSON.stringify(filled, undefined, 2)}\n`;
}

/** Part of the module's repository, so that its clones install the packages as well. */
const packagesFolder = 'portico-packages';

/** Copies packages that are archives on this machine into the folder of a module, because other machines lack them. */
async function copyPackages({ kit, cli }: TeamPackages, folder: string): Promise<TeamPackages> {
  return { kit: await copyPackage(kit, folder), cli: await copyPackage(cli, folder) };
}

/**
 * @returns the npm source in the module.
 * @throws CommandError when the archive does not exist
 */
async function copyPackage(source: string, folder: string): Promise<string> {
  // Without `file:`, as npm takes it as well.
  const [, archive] = /^(?:file:)?((?![a-z][\w+.-]+:).*\.tgz)$/i.exec(source) ?? [];
  if (archive === undefined) return source;
  const name = path.basename(archive);
  await access(archive).catch((cause: unknown) => {
    throw new CommandError(`${archive} does not exist: set the packages with --kit and --cli.`, { cause });
  });
  await mkdir(path.join(folder, packagesFolder), { recursive: true });
  await copyFile(archive, path.join(folder, packagesFolder, name));
  return `file:${packagesFolder}/${name}`;
}
