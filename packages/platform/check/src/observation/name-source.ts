import { readFile } from 'node:fs/promises';
import type { SourceMap } from 'node:module';
import path from 'node:path';
import { moduleFileNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { findSourcePosition, parseSourceMap } from './source-map';

/**
 * Names a place in a build: in the source if the build has a source map, otherwise in the built file.
 * @param base the address of the built folder, with a slash at the end
 * @param place such as `https://…/orders.js:1:2345`
 * @returns such as `src/orders.tsx:12`
 */
export async function nameSource(dist: string, base: string, place: string): Promise<string> {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  const name = getFileName(file, new URL(base).pathname);
  if (name === undefined) return place;
  const found = findSourcePosition(await readMap(dist, name), Number(line), Number(column));
  if (found) return `${found.file}:${found.line}`;
  return `${name}:${line}:${column}`;
}

export async function readMap(dist: string, name: string): Promise<SourceMap | undefined> {
  const text = await readFile(path.join(dist, `${name}.map`), 'utf8').catch(() => undefined);
  return parseSourceMap(text);
}

/**
 * Returns the name of a file by its address; `undefined` for a name that no version can have, such as a path out of the
 * folder.
 * @param folder a path with a slash at the end
 */
export function getFileName(url: string, folder: string): string | undefined {
  try {
    const name = decodeURIComponent(new URL(url).pathname.slice(folder.length));
    return v.is(moduleFileNameSchema, name) ? name : undefined;
  } catch {
    return undefined;
  }
}
