import { existsSync } from 'node:fs';
import { isPackageName } from '@portico/contract';
import type { Command } from 'commander';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import type { BuiltModule } from '../module/built-module';
import { findUnaskedFiles } from '../module/find-unasked-files';
import { listPublishedFiles } from '../module/read-files';
import { CommandError } from '../terminal/command-error';
import { exitOnSignals } from '../terminal/exit-on-signals';
import { parseArgument } from '../terminal/parse-argument';
import { findBundler } from './bundler';
import { type CheckParts, readCheckParts } from './check-page';
import installed from './chromium-paths.json' with { type: 'json' };
import { findInstalledReact } from './find-installed-react';
import { formatSizes } from './format-sizes';
import { observe } from './observe';
import { findOwnReacts } from './own-react';
import { findPreloads, readLoadedFiles } from './read-loaded-files';
import { applyRules, findRemarks } from './rules';

const sizeSchema = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number));

/** What the check of some modules found. */
export interface CheckSummary {
  /** Whether a module failed. */
  readonly hasFailed: boolean;
  /** By module key: the scripts that it loaded until it was on screen, after its entry. */
  readonly preloads: ReadonlyMap<string, readonly string[]>;
  /** By module key: the globals at which the chunks of its build register. */
  readonly chunkGlobals?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Our handler ends this process, and Playwright then kills the browser and removes its files. Playwright's own handlers
 * would close the browser only: the check would go on and report a crash, or wait for a browser that is being launched.
 */
const withoutSignalHandlers = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * Checks modules in a browser and prints the results.
 *
 * @param shell the folder of the built shell
 */
export async function checkModules(
  modules: readonly BuiltModule[],
  shell: string,
  { maxKb, browser: program, isolated = false }: CheckOptions,
): Promise<CheckSummary> {
  const maxSize = parseArgument(sizeSchema, maxKb, `"${maxKb}" is not a number of kilobytes.`) * 1024;
  const parts = await readCheckParts(shell);
  // Imported late: it is large, and no other command needs it.
  const { chromium } = await import('playwright-core');
  const executablePath = findBrowser(program, chromium.executablePath());
  const ignoreSignals = exitOnSignals();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath, ...withoutSignalHandlers, ...(isolated && isolation()) });
    const results = [];
    for (const module of modules) {
      if (isPackageName(module.key)) results.push(checkPackage(module));
      else results.push(await checkModule(module, browser, shell, parts, maxSize));
    }
    const findings = findSharedNames(results);
    for (const finding of findings) console.log(`✗ ${finding}`);
    return {
      hasFailed: findings.length > 0 || results.some((result) => result.isRefused),
      preloads: new Map(results.map(({ module, preloads }) => [module.key, preloads])),
      chunkGlobals: new Map(results.map(({ chunkGlobals, module }) => [module.key, chunkGlobals])),
    };
  } finally {
    await browser?.close();
    ignoreSignals();
  }
}

export type CheckModules = typeof checkModules;

/** Finds modules with the same uniqueName: on one page they mix up their chunks. */
function findSharedNames(results: readonly CheckResult[]): string[] {
  const holders = new Map<string, string[]>();
  for (const { module, chunkGlobals } of results) {
    for (const global of new Set(chunkGlobals)) holders.set(global, [...(holders.get(global) ?? []), module.folder]);
  }
  return [...holders]
    .filter(([, folders]) => folders.length > 1)
    .map(
      ([global, folders]) =>
        `${folders.join(' and ')} have the same uniqueName: their chunks register at window.${global}. Set output.uniqueName of each to its key.`,
    );
}

/**
 * Finds a Chromium: the named one, CHROME_PATH, an installed one, or Playwright's own.
 * @param managed the path of Playwright's own
 * @throws CommandError when there is none
 */
function findBrowser(named: string | undefined, managed: string): string {
  const wanted = named ?? process.env.CHROME_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new CommandError(`${wanted} does not exist: name a Chromium or Chrome.`);
  }
  const found = [...installed, managed].find((file) => existsSync(file));
  if (found) return found;
  throw new CommandError(
    'No Chromium found: install Chromium or Chrome, run "npx playwright install chromium", or set --browser or CHROME_PATH.',
  );
}

/** The options as typed. */
export interface CheckOptions {
  readonly dist: string;
  readonly maxKb: string;
  readonly browser?: string;
  readonly isolated?: boolean;
}

/** Adds the options of a check to a command. */
export function withCheckOptions(command: Command): Command {
  return command
    .option('--dist <folder>', 'the folder of the built files, inside the module folder', 'dist')
    .option('--max-kb <number>', 'the maximum compressed size until the module is on screen', '250')
    .option('--browser <path>', 'a Chromium or Chrome (default: CHROME_PATH, or an installed one)');
}

/** What a server adds that checks what others send. Root cannot have the sandbox. */
function isolation() {
  const args = [
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--js-flags=--max-old-space-size=512',
  ];
  return { args, chromiumSandbox: process.getuid?.() !== 0 };
}

interface CheckResult {
  readonly module: BuiltModule;
  /** The globals of webpack's chunk arrays. */
  readonly chunkGlobals: readonly string[];
  readonly preloads: readonly string[];
  readonly isRefused: boolean;
}

/** A package is not mounted, so only its types are checked, if the portal knows who imports it. */
function checkPackage(module: BuiltModule): CheckResult {
  const { key, typeBreaks = [] } = module;
  console.log(`${key}\n  · A package is not mounted: modules that import it are checked.`);
  for (const finding of typeBreaks) console.log(`  ✗ ${finding}`);
  return { module, chunkGlobals: [], preloads: [], isRefused: typeBreaks.length > 0 };
}

/**
 * Checks one module and prints the result.
 * @param shell the folder of the shell's build
 * @param maxSize in bytes, compressed
 */
async function checkModule(
  module: BuiltModule,
  browser: Browser,
  shell: string,
  parts: CheckParts,
  maxSize: number,
): Promise<CheckResult> {
  console.log(module.key);
  let seen: Awaited<ReturnType<typeof observe>>;
  try {
    seen = await observe(module, browser, shell, parts);
  } catch (error) {
    console.log(`  ✗ The page crashed: ${error instanceof Error ? error.message : error}`);
    return { module, chunkGlobals: [], preloads: [], isRefused: true };
  }
  const { loaded, missing, misplaced } = await readLoadedFiles(module, seen);
  const ownReacts = await findOwnReacts(module.dist, loaded);
  const installedReact = await findInstalledReact(module.folder);
  const bundler = await findBundler(module.folder, loaded);
  const asked = [module.entry, module.published, ...loaded.map(({ name }) => name), ...misplaced];
  // A copy that is fetched as it is asked for has nothing else.
  const unaskedFiles = module.mirror ? [] : await findUnaskedFiles(module.dist, asked);
  const unpublishable = module.mirror ? undefined : await findUnpublishable(module.dist);
  const evidence = {
    module,
    seen,
    loaded,
    missing,
    misplaced,
    unaskedFiles,
    unpublishable,
    maxSize,
    ownReacts,
    installedReact,
    bundler,
  };
  const findings = applyRules(evidence);
  for (const line of formatSizes(loaded)) console.log(line);
  for (const remark of findRemarks(evidence)) console.log(`  · ${remark}`);
  for (const finding of findings) console.log(`  ✗ ${finding}`);
  if (findings.length === 0) console.log('  ✓ Nothing is wrong.');
  return {
    module,
    chunkGlobals: seen.chunkLoaders.map(({ global }) => global),
    preloads: findPreloads(module, seen, loaded),
    isRefused: findings.length > 0,
  };
}

/** Why `publish` would refuse the files of a build, if it would. */
async function findUnpublishable(dist: string): Promise<string | undefined> {
  try {
    await listPublishedFiles(dist);
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
