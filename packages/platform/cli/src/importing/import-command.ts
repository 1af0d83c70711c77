import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commentedJsonFileSchema, importMapSchema, ownNames } from '@portico/contract';
import { moduleStatusListSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { type CheckOptions, type RunCheck, withBrowserOptions } from '../publishing/check-command';
import { handleInParallel } from '../publishing/upload-files';
import { PortalCommand, parsePortal } from '../server/portal-command';
import { CommandError } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { arrangeVersions } from './arrange-versions';
import { chooseVersion } from './choose-version';
import { type FetchedBuild, fetchBuild } from './fetch-build';
import { isPublished, needsBuild, type PlannedName, planLandscape } from './plan-landscape';
import { publishLandscape } from './publish-landscape';
import { describeError, fileTimeout, type Landscape, readLandscape, readPlace } from './read-landscape';
import { listPageScripts, readLayout } from './read-layout';

interface ImportOptions extends Omit<CheckOptions, 'dist'> {
  readonly layout?: string;
  readonly base?: string;
  readonly without?: ReadonlySet<string>;
  readonly fields?: string;
  readonly apply?: true;
}

/** Number of names whose files are fetched at the same time. */
const maxConcurrentNames = 8;

/** @param check runs before the command uploads files */
export function importCommand(check: RunCheck): PortalCommand {
  const command = new PortalCommand('publisher', 'import')
    .description(
      'Import the modules and packages of a single-spa landscape; without --apply, only show what would happen',
    )
    .argument('<map>', 'the import map of the landscape: a file or an address')
    .option('--layout <place>', 'its single-spa-layout (HTML or JSON), or its root config: a file or an address')
    .option('--base <address>', 'the address against which the addresses of a map in a file are resolved')
    .option('--without <names>', 'names of the map to leave out, separated by commas', parseNames)
    .option('--fields <file>', 'a JSON file: by name, other fields of "portico", such as "policy"')
    .option('--apply', 'check and publish all, or nothing')
    .action(async (place: string, options: ImportOptions, command: PortalCommand) => {
      const { apply, base, fields: file, layout, without = new Set() } = options;
      const landscape = await readLandscape(place, base);
      const fields = file === undefined ? {} : await readFields(file);
      const unknown = [...without, ...Object.keys(fields)].filter((name) => !landscape.imports.has(name));
      if (unknown.length > 0) throw new CommandError(`The map has no ${unknown.join(', ')}.`);
      const routes = layout === undefined ? undefined : await readLayout(layout);
      const api = apply && (await command.connect());
      const { portal } = command.optsWithGlobals<{ portal: string }>();
      const map = await readLiveMap(parsePortal(portal), apply);
      const live = new Set(Object.keys(map.imports));
      const builds = await fetchBuilds(landscape, without);
      const page = layout === undefined ? '' : await readPlace(layout);
      const scripts = new Set(listPageScripts(page, layout ?? ''));
      const loadedByPage = new Set(
        [...landscape.imports.keys()].filter((name) => scripts.has(getAddress(landscape, name) ?? '')),
      );
      const plan = planLandscape({ landscape, routes, builds, live, loadedByPage, without });
      console.log(formatPlan(plan));
      const preloaded = findPreloaded(plan, builds, page, loadedByPage);
      if (preloaded.length > 0) {
        console.log(`Every module imports ${preloaded.join(', ')} first, as the root config or its page does.`);
      }
      const arranged = arrangeVersions(plan.filter(isPublished), preloaded, live, fields);
      if (arranged.length > 0) {
        const names = arranged.map(({ published }) => published);
        console.log(`One token for all: portico token create ${names.join(',')} --publish`);
      }
      const refused = plan.filter(({ use }) => use === 'refused').map(({ name }) => name);
      if (refused.length > 0) {
        throw new CommandError(`Nothing was imported: leave out what is refused, by --without ${refused.join(',')}.`);
      }
      if (arranged.length === 0) throw new CommandError('The map has nothing to import.');
      if (!api) return console.log('Nothing was imported: repeat the command with --apply.');
      const state = { modules: await api.read('modules', moduleStatusListSchema), integrity: map.integrity };
      const versions = arranged.map((each) => chooseVersion(each, getAddress(landscape, each.name), state));
      if (versions.every(({ isLive }) => isLive)) return console.log('Nothing changed: all of it is live already.');
      const folder = await mkdtemp(path.join(tmpdir(), 'portico-import-'));
      try {
        console.log(
          await publishLandscape(api, versions, folder, (modules) => check(modules, { ...options, dist: 'dist' })),
        );
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  return withBrowserOptions(command);
}

function parseNames(typed: string, before: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set([...before, ...typed.split(',').map((name) => name.trim())]);
}

const fieldsSchema = v.pipe(commentedJsonFileSchema, ownNames, v.record(v.string(), v.record(v.string(), v.unknown())));

/** @throws CommandError when the file is missing or wrong */
async function readFields(file: string) {
  const parsed = v.safeParse(fieldsSchema, await readPlace(file));
  if (parsed.success) return parsed.output;
  throw new CommandError(`${file} is not like { "@acme/people": { "policy": { … } } }: ${parsed.issues[0].message}`);
}

function getAddress({ imports }: Landscape, name: string): string | undefined {
  const address = imports.get(name);
  return address instanceof URL ? address.href : undefined;
}

/** Reads the portal's import map. A preview works without a portal. */
async function readLiveMap(portal: string, isRequired: boolean | undefined) {
  try {
    const response = await fetch(new URL('/import-map.json', portal), { signal: AbortSignal.timeout(fileTimeout) });
    return v.parse(importMapSchema, await response.json());
  } catch (cause) {
    const message = `The portal ${portal} does not answer with its import map: ${describeError(cause)}.`;
    if (isRequired) throw new CommandError(message, { cause });
    console.log(`· ${message} What it has already is not taken into account.`);
    return { imports: {}, integrity: {} };
  }
}

/** Fetches the files of all names; the reason stands for a name whose files cannot be read. */
async function fetchBuilds(landscape: Landscape, without: ReadonlySet<string>) {
  const builds = new Map<string, FetchedBuild | string>();
  const names = [...landscape.imports.keys()].filter((name) => needsBuild(name, { landscape, without }));
  await handleInParallel(names, maxConcurrentNames, async (name) => {
    const address = landscape.imports.get(name);
    if (!(address instanceof URL)) return;
    const build = await fetchBuild(address, landscape.integrity).catch((error: unknown) => {
      if (error instanceof CommandError) return error.message;
      throw error;
    });
    builds.set(name, build);
  });
  return builds;
}

/**
 * Finds the packages that the root config or its page loads for their effects: a styleguide, or a library that sets a
 * global, such as zone.js. Modules that import a library by its name need no other import.
 */
function findPreloaded(
  plan: readonly PlannedName[],
  builds: ReadonlyMap<string, FetchedBuild | string>,
  page: string,
  loadedByPage: ReadonlySet<string>,
): string[] {
  const imported = new Set(
    [...page.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']/g)].map(([, name]) => name),
  );
  for (const { name, use } of plan) {
    const build = builds.get(name);
    if (use === 'portal' && build !== undefined && typeof build !== 'string') {
      for (const each of build.names) imported.add(each);
    }
  }
  const byModules = new Set(plan.flatMap(({ build }) => [...(build?.names ?? [])]));
  return plan
    .filter(
      ({ name, use }) =>
        use === 'package' &&
        ((name.startsWith('@') && imported.has(name)) || (loadedByPage.has(name) && !byModules.has(name))),
    )
    .map(({ name }) => name);
}

function formatPlan(plan: readonly PlannedName[]): string {
  return formatTable(plan, {
    NAME: 'name',
    BECOMES: 'use',
    'ROUTE OR NAME': ({ published = '', routes = [], use }) =>
      use === 'module' ? [published, ...routes].map((segment) => `/${segment}`).join(' ') : published,
    WHY: ({ build, why }) => [why, ...(build?.remarks ?? [])].join(' '),
  });
}
