import { findFirstLayout, findPublicPage, findScreen, type ImportMap, modulePrefix, regions } from '@portico/contract';
import type { ReaderImportMap } from '../registry/live-map/map-edition';

/** Needed by every screen: one name of each file. */
const always = ['react', '@portico/shared', '@portico/ui'];

/**
 * The names of the import map that a page will need, so that the browser fetches all of them in one wave. A guess costs
 * bytes at worst: what is on screen is decided by the shell's route table alone.
 */
export function getPreloadedNames(pathname: string, hasSession: boolean, imports: ImportMap['imports']): string[] {
  const publicLayout = findPublicPage(pathname)?.layout;
  const screen = findScreen(pathname, hasSession ? 'signed-in' : 'signed-out');
  // Signed out, every other address leads to the sign-in form.
  const target = screen ?? (hasSession || publicLayout ? undefined : findScreen('/signin', 'signed-out'));
  const page = {
    layout: publicLayout ?? target?.layout ?? 'shell',
    isRestoring: false,
    isSignedIn: hasSession,
    hasModule: target === undefined,
    isPublic: publicLayout !== undefined,
    isDeveloper: false,
  };
  const module = modulePrefix + pathname.split('/')[1];
  const hasModule = !target && Object.hasOwn(imports, module);
  const content = target ? [target.parcel] : hasModule ? [module] : [];
  const active = regions.filter(({ load, isActive }) => load === 'active' && isActive(page));
  return [...always, ...active.map(({ parcel }) => parcel), ...content];
}

/** Whether the page shows the strip of the top bar at first. */
export function hasTopbar(pathname: string, hasSession: boolean): boolean {
  return (hasSession || findPublicPage(pathname) !== undefined) && findFirstLayout(pathname) === 'shell';
}

/** Whether a page calls the API at its start: the page brings the session if it can, and few screens begin with calls. */
export function needsApi(pathname: string, hasSession: boolean | undefined): boolean {
  return hasSession === undefined || (hasSession && findScreen(pathname, 'signed-in')?.needsApi === true);
}

/** A script or a style sheet that a page preloads. */
export interface PageFile {
  readonly address: string;
  readonly integrity?: string | undefined;
  readonly isEsModule?: boolean;
  readonly isStyle?: boolean;
}

/**
 * The files of these names, with their integrity where the map has one.
 * @param preloads what modules load next, by name
 */
export function findFiles(
  names: readonly string[],
  { imports, integrity, entries }: ImportMap,
  preloads: ReaderImportMap['preloads'],
): PageFile[] {
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const entry = imports[name];
    if (entry === undefined) continue;
    // An ES module loads ES modules.
    const { form, styles = [] } = entries[entry] ?? {};
    const isEsModule = form === 'es-module';
    for (const address of [entry, ...(preloads[name] ?? [])]) {
      // So is a package of teams, whatever imports it.
      const isNative = isEsModule || entries[address]?.form === 'es-module';
      files.set(address, { address, integrity: integrity[address], ...(isNative && { isEsModule: true }) });
    }
    for (const address of styles) files.set(address, { address, integrity: integrity[address], isStyle: true });
  }
  return [...files.values()];
}
