import { type ErrorReport, hasUnsavedChanges } from '@portico/shared';
import { attribute, getActiveImports, parseScripts } from '../reports/attribute';
import { findNewRelease, getRunningRelease, refreshLiveMap } from './live-map';
import { offerUpdate } from './offer-update';
import { findUnit, isOpen } from './release';
import { getReloads, storeReload, wasJustReloaded } from './reload-guard';

/** The units whose failure is being handled. */
const busy = new Set<string>();
/** One failed file causes several errors within this time, in milliseconds. */
const settlingTime = 1_000;

/**
 * Handles a missing file of what is on screen. If a deploy has removed it, the page is reloaded, once per release; if
 * that would lose something or has not helped, the user is asked. Otherwise nothing happens.
 */
export async function recoverFromLoadFailure(failure: LoadFailure, hadUnsavedChanges: boolean): Promise<void> {
  const { address, source } = failure;
  const unit = findUnit(address === undefined ? source : attribute([address], getActiveImports()).source);
  // A module that does not run yet is the module host's to load, from its new address.
  if (!unit || busy.has(unit) || getRunningRelease(unit) === undefined) return;
  busy.add(unit);
  const isReloading = await reloadOrOffer(unit, hadUnsavedChanges);
  if (!isReloading) setTimeout(() => busy.delete(unit), settlingTime);
}

async function reloadOrOffer(unit: string, hadUnsavedChanges: boolean): Promise<boolean> {
  // While the portal cannot be reached, a reload would lose the page.
  const isKnown = await refreshLiveMap();
  const release = findNewRelease(unit);
  if (!isKnown || release === undefined || !isOpen(unit)) return false;
  const isUnwanted = hadUnsavedChanges || hasUnsavedChanges();
  if (!isUnwanted && !wasJustReloaded() && !getReloads(unit).includes(release) && storeReload(unit, release)) {
    location.reload();
    return true;
  }
  await offerUpdate({ unit, release });
  return false;
}

/** A file of a module or of the shell that did not load. */
export interface LoadFailure {
  /** The address of the file, if known. */
  readonly address?: string | undefined;
  /** The import map name of its owner, for a file whose address is unknown. */
  readonly source?: string | undefined;
}

// webpack, Vite, the browsers' own import(), and SystemJS.
const messages =
  /Loading (?:CSS )?chunk .+ failed|Unable to preload CSS|dynamically imported module|module script failed|errors\.md#3\b/i;
const firstAddress = /\bhttps?:\/\/[^\s()]+/;
/** An error may be its own cause. */
const maxDepth = 10;

/** The file that did not load, if the error or one of its causes says so. */
export function findLoadFailure({
  error,
  source,
  address,
}: Pick<ErrorReport, 'error' | 'source' | 'address'>): LoadFailure | undefined {
  let each = error;
  for (let depth = 0; each instanceof Error && depth < maxDepth; depth += 1) {
    if (each.name === 'ChunkLoadError' || messages.test(each.message)) return { address: findRequest(each), source };
    if (isParseError(each)) return { address, source };
    each = each.cause;
  }
  return undefined;
}

/** Without a script in the stack: the file itself does not parse, such as a page of HTML. */
function isParseError(error: Error): boolean {
  return error instanceof SyntaxError && parseScripts(error).length === 0;
}

function findRequest(error: Error): string | undefined {
  const request: unknown = Reflect.get(error, 'request');
  return typeof request === 'string' ? request : firstAddress.exec(error.message)?.[0];
}
