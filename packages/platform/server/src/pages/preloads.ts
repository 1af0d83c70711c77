import { findFirstLayout, findPublicPage, findScreen, type ImportMap, modulePrefix, regions } from '@portico/contract';
import type { ReaderImportMap } from '../registry/live-map/map-edition';

/** Every screen needs these files. One name of each. */
const always = ['react', '@portico/shared', '@portico/ui'];

/**
 * Returns the import map names that a page will need, so that the browser fetches them in one wave. A wrong guess only
 * costs bytes: the shell's route table decides what is on screen.
 * @param module the key of the module at the address, if any
 */
export function getPreloadedNames(pathname: string, hasSession: boolean, module?: string): string[] {
  const publicLayout = findPublicPage(pathname)?.layout;
  const screen = findScreen(pathname, hasSession ? 'signed-in' : 'signed-out');
  // Signed-out users get the sign-in form at every other address.
  const target = screen ?? (hasSession || publicLayout ? undefined : findScreen('/signin', 'signed-out'));
  const page = {
    layout: publicLayout ?? target?.layout ?? 'shell',
    isRestoring: false,
    isSignedIn: hasSession,
    hasModule: target === undefined,
    isPublic: publicLayout !== undefined,
    isDeveloper: false,
  };
  const content = target ? [target.parcel] : module === undefined ? [] : [modulePrefix + module];
  const active = regions.filter(({ load, isActive }) => load === 'active' && isActive(page));
  return [...always, ...active.map(({ parcel }) => parcel), ...content];
}

/** Whether the page shows the strip of the top bar at first. */
export function hasTopbar(pathname: string, hasSession: boolean): boolean {
  return (hasSession || findPublicPage(pathname) !== undefined) && findFirstLayout(pathname) === 'shell';
}

/** Whether a page calls the API at its start: without the session in the page, or on the few screens that need it. */
export function needsApi(pathname: string, hasSession: boolean | undefined): boolean {
  return hasSession === undefined || (hasSession && findScreen(pathname, 'signed-in')?.needsApi === true);
}

/** A preloaded script or style sheet. */
export interface PageFile {
  readonly address: string;
  readonly integrity?: string | undefined;
  readonly isEsModule?: boolean;
  readonly isStyle?: boolean;
}

/** Returns the files of these names and their preloads, with their integrity if the map has one. */
export function findFiles(
  names: readonly string[],
  { imports, integrity, entries }: ImportMap,
  preloads: ReaderImportMap['preloads'],
): PageFile[] {
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const entry = imports[name];
    if (entry === undefined) continue;
    const isEsModule = entries[entry]?.form === 'es-module';
    for (const address of [entry, ...(preloads[name] ?? [])]) {
      // Files of ES modules are ES modules, and so are teams' packages.
      const { form, styles = [] } = entries[address] ?? {};
      const isNative = isEsModule || form === 'es-module';
      files.set(address, { address, integrity: integrity[address], ...(isNative && { isEsModule: true }) });
      for (const style of styles) files.set(style, { address: style, integrity: integrity[style], isStyle: true });
    }
  }
  return [...files.values()];
}
