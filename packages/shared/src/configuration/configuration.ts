import {
  type Configuration,
  configurationSchema,
  type ImportMap,
  importMapSchema,
  type PageState,
  pageStateSchema,
} from '@portico/contract';
import * as v from 'valibot';
import { ConfigurationError } from './configuration-error';
import { reportSecondCopy } from './second-copy';

/** What the page hands to the shell, parsed. */
export interface Page {
  readonly configuration: Configuration;
  /** As it is deployed. */
  readonly importMap: ImportMap;
  /** What this browser, a developer's, loads from elsewhere. */
  readonly overrides: ImportMap['imports'];
  readonly state: PageState;
}

/** Written by import-map-overrides, in the pages of developers alone. */
const overrides = 'script#import-map-overrides';

let page: Page | undefined;

/**
 * Reads and checks the JSON documents that the page host wrote into the page.
 * @throws ConfigurationError naming the document and the field that is wrong
 */
export function readPage(): Page {
  page ??= readDocuments();
  return page;
}

function readDocuments(): Page {
  reportSecondCopy();
  return {
    configuration: readDocument('script#portico-configuration', 'The configuration', configurationSchema),
    importMap: readDocument('script[type="systemjs-importmap"]', 'The import map', importMapSchema),
    overrides: document.querySelector(overrides)
      ? readDocument(overrides, 'The override map', importMapSchema).imports
      : {},
    state: readDocument('script#portico-state', 'The page state', pageStateSchema),
  };
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
  throw new ConfigurationError(`${title} has a fault at "${path}": ${issue.message}`);
}

function parseJson(text: string, title: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigurationError(`${title} is not valid JSON.`, { cause });
  }
}
