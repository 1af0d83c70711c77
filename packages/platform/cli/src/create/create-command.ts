import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { teamModuleKeySchema } from '@portico/contract/publishing';
import { Command } from 'commander';
import * as v from 'valibot';
import manifest from '../../package.json' with { type: 'json' };
import { CommandError } from '../terminal/arguments';

/** The npm sources of the two packages that a team installs. */
interface TeamPackages {
  readonly kit: string;
  readonly cli: string;
}

interface CreateOptions extends Partial<TeamPackages> {
  readonly key?: string;
  readonly template: string;
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
      const key = v.safeParse(teamModuleKeySchema, options.key ?? path.basename(path.resolve(folder)));
      if (!key.success) throw new CommandError(`${key.issues[0].message} Set another key with --key.`);
      const template = await findTemplate(templates, options.template);
      await requireEmpty(folder);
      const { kit, cli } = await findPackages(own, options);
      const copied = { kit: await copyPackage(kit, folder), cli: await copyPackage(cli, folder) };
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
 * Finds the folders of a template, in the order of copying: those of all templates (`shared`) and of its framework
 * (`shared-react`), and its own, whose files replace theirs.
 * @throws CommandError when no template has this name
 */
async function findTemplate(templates: string, name: string): Promise<string[]> {
  const folders = await readdir(templates);
  const names = folders.filter((folder) => !folder.startsWith('shared'));
  if (!names.includes(name)) throw new CommandError(`There is no template "${name}": use ${names.sort().join(', ')}.`);
  return ['shared', `shared-${name.split('-')[0]}`, name]
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

/** Copies the template and fills in the key and the packages. */
async function copyTemplate(template: string, folder: string, key: string, { kit, cli }: TeamPackages) {
  for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    // npm does not pack a file named .gitignore.
    const name = path.relative(template, source).replace(/^gitignore$/, '.gitignore');
    const text = (await readFile(source, 'utf8'))
      .replaceAll('new-module', key)
      .replace(/(?<="@portico\/module-kit": )".*"/, () => JSON.stringify(kit))
      .replace(/(?<="@portico\/cli": )".*"/, () => JSON.stringify(cli));
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** Part of the module's repository, so that its clones install the packages as well. */
const packagesFolder = 'portico-packages';

/**
 * Copies a package that is an archive on this machine into the folder of a module, because other machines lack it.
 * @returns the npm source in the module
 * @throws CommandError when the archive does not exist
 */
async function copyPackage(source: string, folder: string): Promise<string> {
  // npm accepts a path without `file:`, too.
  const [, archive] = /^(?:file:)?((?![a-z][\w+.-]+:).*\.tgz)$/i.exec(source) ?? [];
  if (archive === undefined) return source;
  if (!existsSync(archive)) {
    throw new CommandError(`${archive} does not exist: set the packages with --kit and --cli.`);
  }
  const name = path.basename(archive);
  await mkdir(path.join(folder, packagesFolder), { recursive: true });
  await copyFile(archive, path.join(folder, packagesFolder, name));
  return `file:${packagesFolder}/${name}`;
}

const { version } = manifest;
const [kitArchive, cliArchive] = [`portico-module-kit-${version}.tgz`, `portico-cli-${version}.tgz`];

const installationSchema = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
});

/**
 * Finds the packages: the named ones, else the archives beside the one this command was installed from, else the output
 * of `npm run pack`, else the versions of the registry it came from.
 * @throws CommandError when none is found
 */
async function findPackages(own: string, named: Partial<TeamPackages>): Promise<TeamPackages> {
  const found = (await findInstalled(own)) ?? findPacked(own);
  const [kit, cli] = [named.kit ?? found?.kit, named.cli ?? found?.cli];
  if (kit && cli) return { kit, cli };
  throw new CommandError('The packages for a module were not found: name them with --kit and --cli.');
}

/** Reads from npm's hidden lock file where this package came from. */
async function findInstalled(own: string): Promise<TeamPackages | undefined> {
  const modules = path.resolve(own, '../..');
  const note = await readFile(path.join(modules, '.package-lock.json'), 'utf8').catch(() => '');
  const installation = v.safeParse(v.pipe(v.string(), v.parseJson(), installationSchema), note);
  const source = installation.success ? installation.output.packages['node_modules/@portico/cli']?.resolved : undefined;
  if (source === undefined || !/^(file|https?):/.test(source)) return undefined;
  if (!source.endsWith(`/${cliArchive}`)) return { kit: `^${version}`, cli: `^${version}` };
  const place = source.slice(0, -cliArchive.length);
  const folder = place.startsWith('file:') ? `file:${path.resolve(modules, '..', place.slice(5))}/` : place;
  return { kit: folder + kitArchive, cli: folder + cliArchive };
}

function findPacked(own: string): TeamPackages | undefined {
  const [kit, cli] = [path.join(own, 'dist', kitArchive), path.join(own, 'dist', cliArchive)];
  return existsSync(kit) && existsSync(cli) ? { kit, cli } : undefined;
}
