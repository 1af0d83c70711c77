import {
  type Configuration,
  configurationSchema,
  findTenantKey,
  type ImportMap,
  importMapSchema,
  type PageState,
  pageStateSchema,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';

/** The portal cannot start with this configuration; `message` says what is wrong. */
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

/** Written by import-map-overrides, only in the pages of developers. */
const overrides = 'script#import-map-overrides';

let page: Page | undefined;
let session: PageState['session'];

/**
 * Parses the JSON documents of the page, once.
 * @throws ConfigurationError that names the document and the invalid field
 */
export function readPage(): Page {
  page ??= readDocuments();
  return page;
}

/**
 * Takes the session that came with the page, once: from then on it is in the state of the session alone.
 * @throws ConfigurationError
 */
export function takePageSession(): PageState['session'] {
  readPage();
  const taken = session;
  session = undefined;
  return taken;
}

function readDocuments(): Page {
  reportSecondCopy();
  const state = readState();
  return {
    configuration: readDocument('script#portico-configuration', 'The configuration', configurationSchema),
    importMap: readDocument('script[type="systemjs-importmap"]', 'The import map', importMapSchema),
    overrides: document.querySelector(overrides)
      ? readDocument(overrides, 'The override map', importMapSchema).imports
      : {},
    state,
  };
}

/** Takes the session out of the document, which scripts and extensions may read or copy. */
function readState(): Page['state'] {
  const selector = 'script#portico-state';
  const { session: found, ...state } = readDocument(selector, 'The page state', pageStateSchema);
  session = found;
  const element = document.querySelector(selector);
  if (element) element.textContent = JSON.stringify(state);
  return state;
}

function readDocument<Schema extends v.GenericSchema>(
  selector: string,
  title: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const text = document.querySelector(selector)?.textContent;
  if (!text) throw new ConfigurationError(`${title} is missing from the page.`);
  const result = v.safeParse(schema, parseJson(text, title));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? 'document';
  throw new ConfigurationError(`${title} is invalid at "${path}": ${issue.message}`);
}

function parseJson(text: string, title: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigurationError(`${title} is not valid JSON.`, { cause });
  }
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

/** The key of the tenant of this page, from its host name. */
export function tenantKey(): string {
  return findTenantKey(location.hostname, readPage().configuration.hosts);
}

/** The name and look of this page's tenant; `undefined` when no tenant has this host. */
export function currentTenant(): Tenant | undefined {
  const { tenants } = readPage().configuration;
  const key = tenantKey();
  return Object.hasOwn(tenants, key) ? tenants[key] : undefined;
}

/** @throws Error when the text is not an import map */
export function parseImportMap(text: string): ImportMap {
  return v.parse(importMapSchema, JSON.parse(text));
}
