import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';

/** How long to wait for it, in milliseconds. */
const limit = 10_000;

/**
 * The import map that is in force now; the page's own is the one that was when it was loaded.
 * @throws TypeError when the server cannot be reached, DOMException when it does not answer in time, another Error when what it answers is no import map
 */
export async function fetchLiveImportMap(cache: RequestCache): Promise<ImportMap> {
  const response = await fetch('/import-map.json', { cache, signal: AbortSignal.timeout(limit) });
  if (!response.ok) throw new Error(`The import map was answered with ${response.status}.`);
  return v.parse(importMapSchema, JSON.parse(await response.text()));
}
