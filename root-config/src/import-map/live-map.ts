import {
  addEntries,
  appsAtom,
  getModuleKeys,
  type ImportMap,
  isPackageName,
  maxNamedModules,
  modulePrefix,
  parseImportMap,
  readPage,
  report,
  store,
} from '@portico/shared';
import { evaluatedModules, loadingModules } from '../module-host/module-import';
import { isRejected } from './failed-versions';
import { findRelease, shellUnit } from './release';
import { getRollouts, type Rollouts, setRollouts } from './rollouts';
import { wantedModules } from './wanted-modules';

const isOverridden = (name: string) => Object.hasOwn(readPage().overrides, name);
/** How long the live map may take, in milliseconds. */
const timeout = 10_000;

let live: AbsoluteMap | undefined;
/** When the refresh started that brought `live`. */
let liveSince = 0;
/** The last refresh, and whether it succeeded. */
let refresh = { startedAt: 0, result: Promise.resolve(false) };
let wasReported = false;

/** When the last refresh started: a time of `performance.now()`, 0 if there was none. */
export function getLastRefresh(): number {
  return refresh.startedAt;
}

/**
 * Fetches the live map and adopts what needs no reload.
 * @param since a refresh that started at this time of `performance.now()` or later is joined, not repeated
 * @returns whether the live map is known
 */
export function refreshLiveMap(cache: RequestCache = 'no-store', since = performance.now()): Promise<boolean> {
  const now = performance.now();
  const isRecent = refresh.startedAt !== 0 && refresh.startedAt >= since;
  if (!isRecent) refresh = { startedAt: now, result: fetchAndAdopt(cache, now) };
  return refresh.result;
}

/** The release of a unit that runs in this tab; `undefined` if none does, or an override. */
export function getRunningRelease(unit: string): string | undefined {
  if (unit === shellUnit) return findRelease(unit, toAbsolute(readPage().importMap).imports);
  return isOverridden(unit) ? undefined : evaluatedModules.get(unit);
}

/** The live release of a unit, if another one runs in this tab and the live one has not failed in it. */
export function findNewRelease(unit: string): string | undefined {
  const running = getRunningRelease(unit);
  const release = live && findRelease(unit, live.imports);
  const isNew = running !== undefined && release !== running;
  return isNew && !isRejected(unit, release, live?.rollouts[unit]?.version) ? release : undefined;
}

async function fetchAndAdopt(cache: RequestCache, startedAt: number): Promise<boolean> {
  try {
    adopt(toAbsolute(await fetchLiveMap(cache, listModules())), startedAt);
  } catch (error) {
    // Ignore network errors: the next refresh is soon.
    if (!wasReported && !isNetworkError(error)) {
      wasReported = true;
      report({ kind: 'reported', source: '@portico/root-config', message: 'the live import map', error });
    }
    return false;
  }
  wasReported = false;
  return true;
}

/**
 * @throws TypeError when the server cannot be reached, DOMException when it does not answer in time, another Error when
 * the answer is not an import map
 */
async function fetchLiveMap(cache: RequestCache, modules: readonly string[] | undefined): Promise<ImportMap> {
  const named = modules && modules.length <= maxNamedModules ? [`modules=${modules.join()}`] : [];
  // A page without the badge of previews gets the live versions.
  const query = [...named, ...(readPage().state.previews ? ['previews'] : [])].join('&');
  const response = await fetch(`/import-map.json${query && `?${query}`}`, {
    cache,
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status} instead of the import map.`);
  return parseImportMap(await response.text());
}

/**
 * The modules that this tab follows, and those of the user's applications unless they are very many; `undefined` for
 * all.
 */
function listModules(): readonly string[] | undefined {
  if (!readPage().state.isMapPartial) return undefined;
  const { imports = {} } = System.getImportMap();
  const apps = store.get(appsAtom);
  const ofApps = apps.length > maxNamedModules ? [] : apps.map(({ module }) => module);
  // Sorted, so that the browser's cache knows the request.
  return [...new Set([...getModuleKeys({ imports }), ...ofApps, ...wantedModules])].sort();
}

function adopt({ entries, scopes, ...map }: LaterMap, startedAt: number): void {
  // A later refresh was answered first.
  if (startedAt < liveSince) return;
  live = map;
  liveSince = startedAt;
  const { imports = {}, integrity = {}, scopes: known = {} } = System.getImportMap();
  const own = { imports, integrity, rollouts: getRollouts() };
  const { rollouts, ...diff } = diffImportMaps(own, map, (name) => isSettled(name, imports[name], map));
  // What a version imports stays as long as the page.
  System.addImportMap({ ...diff, scopes: { ...scopes, ...known } });
  // By address, so those of versions that the tab does not follow do no harm.
  addEntries(entries);
  setRollouts(rollouts);
}

/** Whether a module keeps its address: it runs, is loading, or its live version has failed in this tab. */
function isSettled(name: string, ownAddress: string | undefined, { imports, rollouts }: AbsoluteMap): boolean {
  const isLoaded =
    evaluatedModules.has(name) || loadingModules.has(name) || (ownAddress !== undefined && System.has(ownAddress));
  // A name that the tab lacks is adopted anyway; the fallback takes its place before it loads.
  const isFailed = ownAddress !== undefined && isRejected(name, imports[name], rollouts[name]?.version);
  return isOverridden(name) || isLoaded || isFailed;
}

function toAbsolute({ imports, integrity, rollouts, entries, scopes = {} }: ImportMap): LaterMap {
  const resolve = (names: ImportMap['imports']) =>
    Object.fromEntries(Object.entries(names).map(([name, address]) => [name, System.resolve(address)]));
  const checks = Object.entries(integrity).map(([address, hash]) => [System.resolve(address), hash]);
  const places = Object.entries(scopes).map(([folder, names]) => [System.resolve(folder), resolve(names)]);
  return {
    imports: resolve(imports),
    integrity: Object.fromEntries(checks),
    rollouts,
    entries,
    scopes: Object.fromEntries(places),
  };
}

function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

type LaterMap = AbsoluteMap & Required<Pick<ImportMap, 'entries' | 'scopes'>>;

/** An import map with absolute addresses only. */
export interface AbsoluteMap {
  readonly imports: Readonly<Record<string, string>>;
  /** By address; empty if the file is not checked. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly rollouts: Readonly<Rollouts>;
}

/**
 * Computes what a tab adopts of the live map without a reload: the addresses of modules that it has not loaded, the
 * integrity of files that it does not know, and all rollouts of the merged map.
 * @param own the map that the tab follows
 * @param isSettled whether a module has to keep its address
 */
export function diffImportMaps(own: AbsoluteMap, live: AbsoluteMap, isSettled: (name: string) => boolean): AbsoluteMap {
  const isNewPackage = (name: string) => isPackageName(name) && own.imports[name] === undefined;
  const isFree = (name: string) => isNewPackage(name) || (name.startsWith(modulePrefix) && !isSettled(name));
  const free = Object.entries(live.imports).filter(([name]) => isFree(name));
  const checks = [
    ...Object.entries(live.integrity).filter(([address]) => own.integrity[address] === undefined),
    // The same address may hold another build, or one that is no longer checked.
    ...free.map(([, address]) => [address, live.integrity[address] ?? ''] as const),
  ];
  const isFollowed = (name: string) => {
    const address = live.imports[name];
    return address !== undefined && (isFree(name) || address === own.imports[name]);
  };
  return {
    imports: Object.fromEntries(free.filter(([name, address]) => own.imports[name] !== address)),
    integrity: Object.fromEntries(checks.filter(([address, hash]) => (own.integrity[address] ?? '') !== hash)),
    rollouts: Object.fromEntries([
      ...Object.entries(own.rollouts).filter(([name]) => !isFollowed(name)),
      ...Object.entries(live.rollouts).filter(([name]) => isFollowed(name)),
    ]),
  };
}
