import { fetchLiveImportMap, type ImportMap, readPage, report } from '@portico/shared';
import { evaluatedModules } from '../module-host/evaluated-modules';
import { type AbsoluteMap, additionsOf } from './additions';
import { type Imports, releaseOf, shellUnit } from './release';

/** A look is good for this long, in milliseconds: many files may fail at once. */
const lifetime = 5_000;

const page = absolute(readPage().importMap);
/** What a developer has replaced stays as it is. */
const isOverridden = (name: string) => Object.hasOwn(readPage().overrides, name);
let live: AbsoluteMap | undefined;
let look = { at: 0, result: Promise.resolve(false) };
let wasReported = false;

/** When the map was last asked for: the time of `performance.now()`, from the start of the page. */
export function lastLookAt(): number {
  return look.at;
}

/**
 * Asks for the live map, unless it was within the last seconds, and takes over what needs no reload.
 * @returns whether it is known now
 */
export function lookAtLiveMap(cache: RequestCache = 'no-store'): Promise<boolean> {
  const now = performance.now();
  if (look.at === 0 || now - look.at > lifetime) look = { at: now, result: takeLook(cache) };
  return look.result;
}

/** The release of a unit that runs in this tab; `undefined` when none does, or an override. */
export function runningReleaseOf(unit: string): string | undefined {
  if (unit === shellUnit) return releaseOf(unit, page.imports);
  return isOverridden(unit) ? undefined : evaluatedModules.get(unit);
}

/** The release of a unit that is live, if it is not the one that runs in this tab. */
export function newReleaseOf(unit: string): string | undefined {
  const running = runningReleaseOf(unit);
  const release = live && releaseOf(unit, live.imports);
  return running !== undefined && release !== running ? release : undefined;
}

/** The addresses that this tab goes by. */
export function ownImports(): Record<string, string> {
  return System.getImportMap().imports ?? {};
}

async function takeLook(cache: RequestCache): Promise<boolean> {
  try {
    live = absolute(await fetchLiveImportMap(cache));
  } catch (error) {
    // Whoever is offline knows it, and the next look is soon.
    if (!wasReported && !isOfConnection(error)) {
      wasReported = true;
      report({ kind: 'reported', source: '@portico/root-config', message: 'the live import map', error });
    }
    return false;
  }
  wasReported = false;
  const { imports = {}, integrity = {} } = System.getImportMap();
  System.addImportMap(additionsOf({ imports, integrity }, live, (name) => isSettled(name, imports)));
  return true;
}

/** Whether a module stays where it is: it runs, or is being loaded. */
function isSettled(name: string, own: Imports): boolean {
  const address = own[name];
  return isOverridden(name) || evaluatedModules.has(name) || (address !== undefined && System.has(address));
}

function absolute({ imports, integrity }: ImportMap): AbsoluteMap {
  const resolved = Object.entries(imports).map(([name, address]) => [name, System.resolve(address)]);
  const checks = Object.entries(integrity).map(([address, hash]) => [System.resolve(address), hash]);
  return { imports: Object.fromEntries(resolved), integrity: Object.fromEntries(checks) };
}

function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}
