import {
  type Configuration,
  configurationSchema,
  type Entry,
  findTenantKey,
  type ImportMap,
  importMapSchema,
  type PageState,
  pageStateSchema,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';

/** An invalid configuration of the page. `message` names the document and what is wrong. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The documents that the page host wrote into the page, parsed. */
export interface Page {
  readonly configuration: Configuration;
  /** The deployed import map. */
  readonly importMap: ImportMap;
  /** The names that a developer's browser loads from other addresses. */
  readonly overrides: ImportMap['imports'];
  readonly state: Omit<PageState, 'session'>;
}

/** The document that import-map-overrides writes, only into pages of developers. */
const overrides = 'script#import-map-overrides';

let page: Page | undefined;
let session: PageState['session'];

/** Parses the documents of the page, once, or throws a ConfigurationError that names document and field. */
export function readPage(): Page {
  if (page) return page;
  reportSecondCopy();
  const selector = 'script#portico-state';
  const { session: found, ...state } = readDocument(selector, 'The page state', pageStateSchema);
  session = found;
  // Scripts and extensions may read or copy the session in the document.
  const element = document.querySelector(selector);
  if (element) element.textContent = JSON.stringify(state);
  page = {
    configuration: readDocument('script#portico-configuration', 'The configuration', configurationSchema),
    importMap: readDocument('script[type="systemjs-importmap"]', 'The import map', importMapSchema),
    overrides: document.querySelector(overrides)
      ? readDocument(overrides, 'The override map', importMapSchema).imports
      : {},
    state,
  };
  return page;
}

/** Returns the session of the page at the first call, and nothing later: then only the session state has it. */
export function takePageSession(): PageState['session'] {
  readPage();
  const taken = session;
  session = undefined;
  return taken;
}

function readDocument<Schema extends v.GenericSchema>(
  selector: string,
  title: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const text = document.querySelector(selector)?.textContent;
  if (!text) throw new ConfigurationError(`${title} is missing from the page.`);
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? 'document';
  const problem = issue.type === 'parse_json' ? 'not valid JSON.' : `invalid at "${path}": ${issue.message}`;
  throw new ConfigurationError(`${title} is ${problem}`);
}

const copy = Symbol.for('@portico/shared');

/** Logs an error when this package is in the page twice: each copy would have its own session. */
function reportSecondCopy(): void {
  if (Reflect.has(globalThis, copy)) {
    console.error(
      '[portico] @portico/shared is loaded twice. A module bundles it: mark "@portico/shared" as external in its build.',
    );
  }
  Reflect.set(globalThis, copy, true);
}

/** Returns the key of the tenant of this page, by its host name. */
export function tenantKey(): string {
  return findTenantKey(location.hostname, readPage().configuration.hosts);
}

/** Returns the name and look of this page's tenant; `undefined` if the host has no tenant. */
export function currentTenant(): Tenant | undefined {
  const { tenants } = readPage().configuration;
  const key = tenantKey();
  return Object.hasOwn(tenants, key) ? tenants[key] : undefined;
}

/** Whether users of this tenant sign in by its providers alone. */
export function arePasswordsOff(): boolean {
  return v.is(v.object({ passwordsOff: v.literal(true) }), readPage().state.providers);
}

/** Parses the text of an import map, or throws an Error. */
export function parseImportMap(text: string): ImportMap {
  return v.parse(importMapSchema, JSON.parse(text));
}

/** The entries by absolute address. SystemJS drops the fields of an import map that it does not know. */
let entries: Map<string, Entry> | undefined;

/** Returns the properties of the entry at an absolute address; empty if unknown. */
export function findEntry(address: string): Entry {
  return getEntries().get(address) ?? {};
}

/**
 * Returns the entry of a name in the import map of this tab; empty if the map lacks it. An override declares nothing, so
 * its entry is that of the deployed version.
 */
export function findDeclaredEntry(name: string): Entry {
  const { importMap, overrides } = readPage();
  try {
    return findEntry(System.resolve(Object.hasOwn(overrides, name) ? (importMap.imports[name] ?? '') : name));
  } catch {
    return {};
  }
}

/** Adds the entries of a later import map. */
export function addEntries(added: ImportMap['entries']): void {
  for (const [address, entry] of Object.entries(added)) getEntries().set(System.resolve(address), entry);
}

function getEntries(): Map<string, Entry> {
  if (!entries) {
    entries = new Map();
    addEntries(readPage().importMap.entries);
  }
  return entries;
}
