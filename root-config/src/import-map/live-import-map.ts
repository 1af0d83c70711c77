import {
  type App,
  addEntries,
  announceImportMap,
  appKeysAtom,
  appsAtom,
  decodeUnreserved,
  findEntry,
  findModuleOfSegment,
  getModuleKeys,
  type ImportMap,
  isModuleKey,
  isPackageImport,
  isSignedInAtom,
  maxNamedModules,
  modulePrefix,
  parseImportMap,
  provideModuleLookup,
  readPage,
  report,
  store,
  whenIdle,
} from '@portico/shared';
import { evaluatedModules, findAddress, loadingModules } from '../module-host/module-import';
import { reporterName } from '../reports/start-reporting';
import { type AbsoluteMap, diffImportMaps, toAbsolute } from './import-map-diff';
import { isRejected } from './session-lists';

/** Timeout of a request for the live map, in milliseconds. */
const timeout = 10_000;

const isOverridden = (name: string) => Object.hasOwn(readPage().overrides, name);

/** The import map of this tab, and its knowledge of the portal's live map. */
class LiveImportMap {
  /** The import map name of the module on screen; `undefined` on the shell's own screens. Only the router sets it. */
  openModule: string | undefined;
  /** When the last refresh started: a time of `performance.now()`, 0 if there was none. */
  lastRefresh = 0;
  /** The last map from the server, and when its request started: a time of `performance.now()`. */
  #live: { readonly map: AbsoluteMap; readonly since: number } | undefined;
  // Stored here, because SystemJS drops unknown fields of an import map.
  #rollouts: ImportMap['rollouts'] | undefined;
  /** The modules that this tab has looked up; every request for the live map names them. */
  readonly #wanted = new Set<string>();
  /** First segments of addresses that no module of the portal has. The page host has looked up the address of the page. */
  readonly #absent = new Set([decodeUnreserved(location.pathname).split('/')[1]]);
  /** Found modules by the first segments of addresses, because SystemJS copies the whole map for each reading. */
  readonly #routes = new Map<string, string | undefined>();
  readonly #lookups = new Map<string, Promise<boolean>>();
  #checkedApps: readonly App[] = [];
  #userRefresh: Promise<unknown> | undefined;
  #hasReported = false;

  /** Looks up the modules of the user's applications before they are opened: after a sign-in, and after a new grant. */
  startLookups(): void {
    provideModuleLookup((key) => this.lookUp(key));
    store.sub(appsAtom, () => whenIdle(() => this.#lookUpApps()));
  }

  /**
   * Returns the key of the module whose addresses start with a segment: its key, or one of its routes. `false` if there is
   * none, `undefined` if only the server knows (docs/decisions/0028).
   */
  findModule(segment: string): string | false | undefined {
    // SystemJS treats other names, such as `@module/a:b`, as addresses.
    if (!isModuleKey(segment)) return false;
    if (findAddress(modulePrefix + segment) !== undefined) return segment;
    if (!this.#routes.has(segment)) {
      this.#routes.set(segment, findModuleOfSegment(segment, System.getImportMap().imports ?? {}, findEntry));
    }
    return (
      this.#routes.get(segment) ?? (readPage().state.isMapPartial && !this.#absent.has(segment) ? undefined : false)
    );
  }

  /** Asks the server for a module, if only that knows whether the portal has it. Returns whether it is known now. */
  async lookUp(segment: string): Promise<boolean> {
    if (this.findModule(segment) !== undefined) return true;
    const lookup = this.#lookups.get(segment) ?? this.#ask(segment).finally(() => this.#lookups.delete(segment));
    this.#lookups.set(segment, lookup);
    return lookup;
  }

  /** The rollout of what this tab loads by a name; `undefined` for a developer's override. */
  findRollout(name: string): ImportMap['rollouts'][string] | undefined {
    return isOverridden(name) ? undefined : this.#getRollouts()[name];
  }

  /** The live version that this tab loads by a name, if the portal compares a canary with it. */
  findCompared(name: string): string | undefined {
    const map = this.#live?.map ?? toAbsolute(readPage().importMap);
    return !isOverridden(name) && map.imports[name] === findAddress(name) ? map.compared?.[name] : undefined;
  }

  /** Whether a unit is on screen, also by a parcel alone; the shell always is. */
  isOpen(unit: string): boolean {
    return this.isWhole(unit) || document.querySelector(`[data-portico-parcel^="${unit}/"]`) !== null;
  }

  /** Whether a unit is the shell or the module of the address. */
  isWhole(unit: string): boolean {
    return unit === shellUnit || unit === this.openModule;
  }

  /** The release of a unit that runs in this tab; `undefined` if none does, or an override. */
  getRunningRelease(unit: string): string | undefined {
    if (unit === shellUnit) return findRelease(unit, toAbsolute(readPage().importMap).imports);
    return isOverridden(unit) ? undefined : evaluatedModules.get(unit);
  }

  /** The live release of a unit, if another one runs in this tab and the live one has not failed in it. */
  findNewRelease(unit: string): string | undefined {
    const running = this.getRunningRelease(unit);
    const live = this.#live?.map;
    const release = live && findRelease(unit, live.imports);
    const isNew = running !== undefined && release !== running;
    return isNew && !isRejected(unit, release, live?.rollouts[unit]?.version) ? release : undefined;
  }

  /**
   * Fetches the live map and adopts the changes that need no reload.
   * @param segment of addresses of a module that the server may have, although this tab knows none
   * @returns whether the server has answered with a map
   */
  async refresh(segment?: string): Promise<boolean> {
    if (segment !== undefined) this.#wanted.add(segment);
    const startedAt = performance.now();
    this.lastRefresh = startedAt;
    try {
      this.#adopt(await fetchLiveMap(this.#createQuery()), startedAt);
    } catch (error) {
      // Ignore network errors: the next refresh is soon.
      const isNetworkError = error instanceof TypeError || error instanceof DOMException;
      if (!this.#hasReported && !isNetworkError) {
        this.#hasReported = true;
        report({ kind: 'reported', source: '@portico/root-config', message: 'the live import map', error });
      }
      return false;
    }
    this.#hasReported = false;
    return true;
  }

  /** Refreshes once if the page may have been rendered for another audience than the user who has signed in since. */
  async refreshForUser(): Promise<void> {
    if (!readPage().state.dependsOnUser || !store.get(isSignedInAtom)) return;
    this.#userRefresh ??= this.refresh();
    await this.#userRefresh;
  }

  /** Lets a name lead to another version from now on. */
  setAddress(name: string, address: string): void {
    System.addImportMap({ imports: { [name]: address } });
    this.#announce();
  }

  async #ask(segment: string): Promise<boolean> {
    const isAnswered = await this.refresh(segment);
    if (isAnswered && this.findModule(segment) === undefined) {
      this.#absent.add(segment);
      this.#wanted.delete(segment);
    }
    return isAnswered;
  }

  /**
   * A refresh names all applications. Very many are looked up one by one, but the answer has those that add something to
   * pages.
   */
  #lookUpApps(): void {
    const apps = store.get(appsAtom);
    if (apps === this.#checkedApps) return;
    this.#checkedApps = apps;
    const missing = apps.find(({ module }) => this.findModule(module) === undefined);
    if (!missing) return;
    void (apps.length <= maxNamedModules ? this.lookUp(missing.module) : this.refresh());
  }

  /** A partial map names its modules: those that this tab follows and, unless they are very many, the user's. */
  #createQuery(): string {
    const { isMapPartial, previews } = readPage().state;
    // A page without the badge of previews gets the live versions.
    const query = previews ? ['previews'] : [];
    if (isMapPartial) {
      const { imports = {} } = System.getImportMap();
      const apps = store.get(appKeysAtom);
      const userKeys = apps.size > maxNamedModules ? [] : apps;
      const modules = new Set([...getModuleKeys({ imports }), ...userKeys, ...this.#wanted]);
      // Sorted, so that the browser's cache knows the request.
      if (modules.size <= maxNamedModules) query.unshift(`modules=${[...modules].sort().join()}`);
      if (apps.size > maxNamedModules) query.push('contributing');
    }
    return query.length > 0 ? `?${query.join('&')}` : '';
  }

  #getRollouts(): ImportMap['rollouts'] {
    this.#rollouts ??= readPage().importMap.rollouts;
    return this.#rollouts;
  }

  #adopt(fetched: ImportMap, startedAt: number): void {
    // A later refresh was answered first.
    if (this.#live && startedAt < this.#live.since) return;
    const { entries, scopes, ...map } = toAbsolute(fetched);
    this.#live = { map, since: startedAt };
    const { imports = {}, integrity = {}, scopes: known = {} } = System.getImportMap();
    const own = { imports, integrity, rollouts: this.#getRollouts() };
    const { rollouts, ...diff } = diffImportMaps(own, map, (name) => isSettled(name, imports[name], map));
    // The imports of a version stay as long as the page.
    System.addImportMap({ ...diff, scopes: { ...scopes, ...known } });
    // Entries are stored by address, so those of other versions do no harm.
    addEntries(entries);
    this.#rollouts = rollouts;
    this.#announce();
  }

  #announce(): void {
    this.#routes.clear();
    announceImportMap();
  }
}

/** The map of this tab. */
export const liveImportMap = new LiveImportMap();

/**
 * @throws TypeError when the server cannot be reached, DOMException when it does not answer in time, another Error when
 * the answer is not an import map
 */
async function fetchLiveMap(query: string): Promise<ImportMap> {
  const options: RequestInit = { cache: 'no-cache', signal: AbortSignal.timeout(timeout) };
  const response = await fetch(`/import-map.json${query}`, options);
  if (!response.ok) throw new Error(`The server answered ${response.status} instead of the import map.`);
  return parseImportMap(await response.text());
}

/** Whether a module keeps its address: it runs, is loading, or its live version has failed in this tab. */
function isSettled(name: string, ownAddress: string | undefined, { imports, rollouts }: AbsoluteMap): boolean {
  const isLoaded =
    evaluatedModules.has(name) || loadingModules.has(name) || (ownAddress !== undefined && System.has(ownAddress));
  // A name that the tab lacks is adopted anyway; the fallback replaces it before it loads.
  const isFailed = ownAddress !== undefined && isRejected(name, imports[name], rollouts[name]?.version);
  return isOverridden(name) || isLoaded || isFailed;
}

/** The unit of everything that the page starts with. Each module is a unit by its name, because it is deployed alone. */
export const shellUnit = '@portico';

/** Returns the unit of an import map name; `undefined` for the operator's reporter and packages, which a page keeps. */
export function findUnit(name: string | undefined): string | undefined {
  if (name === undefined || name === reporterName || isPackageImport(name)) return undefined;
  return name.startsWith(modulePrefix) ? name : shellUnit;
}

/** Identifies the deployed build of a unit by its absolute addresses; `undefined` if `imports` lacks it. */
export function findRelease(unit: string, imports: Readonly<Record<string, string | undefined>>): string | undefined {
  if (unit !== shellUnit) return imports[unit];
  if (!imports['@portico/root-config']) return undefined;
  const addresses = Object.keys(imports).flatMap((name) => (findUnit(name) === shellUnit ? (imports[name] ?? []) : []));
  return [...new Set(addresses)].sort().join(' ');
}
