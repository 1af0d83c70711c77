import { existsSync } from 'node:fs';
import { isPackageName } from '@portico/contract';
import installed from '../chromium-paths.json' with { type: 'json' };
import type { BuiltModule } from './build/built-module';
import { findImports } from './build/find-imports';
import { CheckError, quote } from './build/messages';
import { readDependencies } from './build/read-dependencies';
import { startOwnServersProxy } from './observation/local-server';
import { type Observation, observe } from './observation/observe';
import { readCheckParts } from './observation/portal-page';
import { findPreloads, type LoadedFile } from './observation/read-loaded-files';
import { findBundler } from './rules/bundler';
import { collectEvidence, type Evidence } from './rules/evidence';
import { checkImports } from './rules/import-rules';
import { applyRules, findRemarks } from './rules/rules';
import { isStyleAttribute } from './rules/style-rules';

/** The result of checking one module. */
export interface CheckResult {
  readonly module: BuiltModule;
  /** The files that it loaded until it was on screen, the largest first. */
  readonly loaded: readonly LoadedFile[];
  /** Remarks that do not fail the check. */
  readonly remarks: readonly string[];
  /** One sentence for each failure, with its fix. */
  readonly findings: readonly string[];
  /** The scripts that it loaded until it was on screen, after its entry. */
  readonly preloads: readonly string[];
  /** The globals at which the chunks of its build register. */
  readonly chunkGlobals: readonly string[];
  /** Whether its version needs `styleAttributes` from the content policy. */
  readonly hasStyleAttributes: boolean;
}

interface CheckOptions {
  /** The folder of the built shell. */
  readonly shell: string;
  /** The maximum compressed size until a module is on screen, in bytes. */
  readonly maxSize: number;
  /** The path of a Chromium; by default CHROME_PATH, an installed one, or Playwright's own. */
  readonly browser?: string | undefined;
  /** Whether Chromium runs in its sandbox and reaches only the check's own addresses, for uploaded modules. */
  readonly isIsolated?: boolean;
}

/**
 * The caller ends this process at a signal, and Playwright then kills the browser and removes its files. Playwright's
 * own handlers would close the browser only: the check would continue and report a crash.
 */
const withoutSignalHandlers = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * Starts a browser that checks modules, until it is closed.
 * @throws CheckError when there is no browser, or no built shell
 */
export async function startChecker({ browser: program, isIsolated, maxSize, shell }: CheckOptions) {
  const parts = await readCheckParts(shell);
  // Imported late: it is large, and no other command needs it.
  const { chromium } = await import('playwright-core');
  const executablePath = findBrowser(program, chromium.executablePath());
  const proxy = isIsolated ? await startOwnServersProxy() : undefined;
  const isolation = proxy && isolate(proxy.origin);
  const browser = await chromium
    .launch({ executablePath, ...withoutSignalHandlers, ...isolation })
    .catch(async (error: unknown) => {
      await proxy?.close();
      throw error;
    });
  return {
    check: async (module: BuiltModule): Promise<CheckResult> => {
      if (isPackageName(module.key)) return checkPackage(module);
      let seen: Observation;
      try {
        seen = await observe(module, browser, shell, parts);
      } catch (error) {
        return {
          ...nothing,
          module,
          findings: [`The page crashed: ${quote(error instanceof Error ? error.message : String(error))}`],
        };
      }
      return applyAllRules(await collectEvidence(module, seen, maxSize));
    },
    close: async () => {
      await browser.close();
      await proxy?.close();
    },
  };
}

const nothing = { loaded: [], remarks: [], preloads: [], chunkGlobals: [], hasStyleAttributes: false };

/** Checks the imports of a package, which is not mounted, and its types, if the portal knows its importers. */
async function checkPackage(module: BuiltModule): Promise<CheckResult> {
  const remarks = ['A package is not mounted: modules that import it are checked.'];
  const { bareImports } = await findImports(module.dist, module.entry, []);
  const bundler = await findBundler(module.folder, []);
  const imports = checkImports({ module, bareImports, bundler, dependencies: await readDependencies(module.folder) });
  return { ...nothing, module, remarks, findings: [...imports, ...(module.typeBreaks ?? [])] };
}

/** Finds modules with the same uniqueName: on one page they mix up their chunks. */
export function findSharedNames(results: readonly CheckResult[]): string[] {
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
 * @throws CheckError when there is none
 */
function findBrowser(named: string | undefined, managed: string): string {
  const wanted = named ?? process.env.CHROME_PATH;
  const found = (wanted ? [wanted] : [...installed, managed]).find((file) => existsSync(file));
  if (found) return found;
  throw new CheckError(
    wanted
      ? `${wanted} does not exist: name a Chromium or Chrome.`
      : 'No Chromium found: install Chromium or Chrome, run "npx playwright install chromium", or set --browser or CHROME_PATH.',
  );
}

/**
 * Isolates Chromium: every request goes through the proxy, also to this machine, and no name is resolved but that of the
 * proxy. A module opens no windows. The sandbox does not run as root.
 */
function isolate(proxy: string) {
  const args = [
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    // The name of the switch depends on the version of Chromium.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--js-flags=--max-old-space-size=512',
    '--renderer-process-limit=2',
  ];
  return {
    args,
    // Each window may get a process, with memory of its own.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    proxy: { server: proxy, bypass: '<-loopback>' },
    chromiumSandbox: process.getuid?.() !== 0,
  };
}

function applyAllRules(evidence: Evidence): CheckResult {
  const { loaded, module, seen } = evidence;
  return {
    module,
    loaded: loaded.toSorted((one, other) => other.size - one.size),
    remarks: findRemarks(evidence),
    findings: applyRules(evidence),
    preloads: findPreloads(module, seen, loaded),
    chunkGlobals: seen.chunkLoaders.map(({ global }) => global),
    hasStyleAttributes: seen.violations.some(isStyleAttribute),
  };
}
