import { fetchLiveImportMap, type ImportMap, readPage, report } from '@portico/shared';
import { evaluatedModules } from '../module-host/evaluated-modules';
import { ownTrials, takeTrials } from '../trials/own-trials';
import { type AbsoluteMap, additionsOf } from './additions';
import { type Imports, releaseOf, shellUnit } from './release';
import { hasLeft } from './retreats';

/** A look is good for this long, in milliseconds: many files may fail at once. */
const lifetime = 5_000;

/** What a developer has replaced stays as it is. */
const isOverridden = (name: string) => Object.hasOwn(readPage().overrides, name);
let live: AbsoluteMap | undefined;
/** When the look began that brought it. */
let liveSince = 0;
let look = { at: 0, result: Promise.resolve(false) };
let wasReported = false;

/** When the map was last asked for: the time of `performance.now()`, from the start of the page. */
export function lastLookAt(): number {
  return look.at;
}

/**
 * Asks for the live map, unless it was within the last seconds, and takes over what needs no reload.
 * @param since a look that began before this time of `performance.now()` is not good enough
 * @returns whether it is known now
 */
export function lookAtLiveMap(
  cache: RequestCache = 'no-store',
  since = performance.now() - lifetime,
): Promise<boolean> {
  const now = performance.now();
  if (look.at === 0 || look.at < since) look = { at: now, result: takeLook(cache, now) };
  return look.result;
}

/** The release of a unit that runs in this tab; `undefined` when none does, or an override. */
export function runningReleaseOf(unit: string): string | undefined {
  if (unit === shellUnit) return releaseOf(unit, absolute(readPage().importMap).imports);
  return isOverridden(unit) ? undefined : evaluatedModules.get(unit);
}

/** The release of a unit that is live, if it is not the one that runs in this tab, nor one that has failed in it. */
export function newReleaseOf(unit: string): string | undefined {
  const running = runningReleaseOf(unit);
  const release = live && releaseOf(unit, live.imports);
  return running !== undefined && release !== running && !hasLeft(unit, release) ? release : undefined;
}

/** The addresses that this tab goes by. */
export function ownImports(): Record<string, string> {
  return System.getImportMap().imports ?? {};
}

async function takeLook(cache: RequestCache, at: number): Promise<boolean> {
  try {
    takeOver(absolute(await fetchLiveImportMap(cache)), at);
  } catch (error) {
    // Whoever is offline knows it, and the next look is soon.
    if (!wasReported && !isOfConnection(error)) {
      wasReported = true;
      report({ kind: 'reported', source: '@portico/root-config', message: 'the live import map', error });
    }
    return false;
  }
  wasReported = false;
  return true;
}

function takeOver(map: AbsoluteMap, at: number): void {
  // An answer that a later one has overtaken.
  if (at < liveSince) return;
  live = map;
  liveSince = at;
  const { imports = {}, integrity = {} } = System.getImportMap();
  const own = { imports, integrity, trials: ownTrials() };
  const { trials, ...additions } = additionsOf(own, map, (name) => isSettled(name, imports, map.imports));
  System.addImportMap(additions);
  takeTrials(trials);
}

/** Whether a module stays where it is: it runs, is being loaded, or has failed where it would be loaded from. */
function isSettled(name: string, own: Imports, live: Imports): boolean {
  const address = own[name];
  const isLoaded = evaluatedModules.has(name) || (address !== undefined && System.has(address));
  return isOverridden(name) || isLoaded || hasLeft(name, live[name]);
}

function absolute({ imports, integrity, trials }: ImportMap): AbsoluteMap {
  const resolved = Object.entries(imports).map(([name, address]) => [name, System.resolve(address)]);
  const checks = Object.entries(integrity).map(([address, hash]) => [System.resolve(address), hash]);
  return { imports: Object.fromEntries(resolved), integrity: Object.fromEntries(checks), trials };
}

function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}
