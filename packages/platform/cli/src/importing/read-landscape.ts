import { readFile } from 'node:fs/promises';
import { commentedJsonFileSchema, ownNames } from '@portico/contract';
import { moduleFileMaxBytes } from '@portico/contract/publishing';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';

/** Timeout of a file, in milliseconds, as in the server. */
export const fileTimeout = 15_000;

// The standard allows null, which blocks a name. Source: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps
const control = /\p{Cc}/gu;

/** The command prints names: a terminal would obey the sequences in them. */
const nameSchema = v.pipe(
  v.string(),
  v.check((name) => name.search(control) === -1, 'A name has a control character.'),
);
const addressesSchema = v.pipe(v.unknown(), ownNames, v.record(nameSchema, v.nullable(nameSchema)));

const landscapeSchema = v.pipe(
  commentedJsonFileSchema,
  v.object({
    imports: addressesSchema,
    scopes: v.optional(v.record(v.string(), addressesSchema), {}),
    integrity: v.optional(v.record(v.string(), v.string()), {}),
  }),
);

/** The import map of a landscape, with absolute addresses. */
export interface Landscape {
  /** By name; a sentence says why an address cannot be used. */
  readonly imports: ReadonlyMap<string, URL | string>;
  /** The declared integrity, by address. */
  readonly integrity: ReadonlyMap<string, string>;
  /** The names that scopes map, each with the first scope. */
  readonly scoped: ReadonlyMap<string, string>;
}

/**
 * Reads an import map.
 * @param base the address against which relative addresses are resolved; by default that of the map
 * @throws CommandError when it cannot be read, or is not an import map
 */
export async function readLandscape(place: string, base?: string): Promise<Landscape> {
  const parsed = v.safeParse(landscapeSchema, await readPlace(place));
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0])?.replace(control, '?');
    throw new CommandError(`${place} is not an import map: ${path ? `${path}: ` : ''}${parsed.issues[0].message}`);
  }
  const { imports, integrity, scopes } = parsed.output;
  const root = base ?? (isAddress(place) ? place : undefined);
  const resolve = (address: string | null): URL | string => {
    if (address === null) return 'The map blocks this name: its address is null.';
    if (!URL.canParse(address, root)) return `${address} is relative: name the address of the map by --base.`;
    const url = new URL(address, root);
    return /^https?:$/.test(url.protocol) ? url : `${url.protocol} is no address to fetch from.`;
  };
  const href = (address: string) => String(resolve(address));
  return {
    imports: new Map(Object.entries(imports).map(([name, address]) => [name, resolve(address)])),
    integrity: new Map(Object.entries(integrity).map(([address, hashes]) => [href(address), hashes])),
    scoped: new Map(
      Object.entries(scopes).flatMap(([scope, names]) =>
        Object.entries(names)
          .filter(([name, address]) => address !== imports[name])
          .map(([name]) => [name, scope] as const),
      ),
    ),
  };
}

/**
 * Reads a text from a file or an address.
 * @throws CommandError when there is none
 */
export async function readPlace(place: string): Promise<string> {
  try {
    if (!isAddress(place)) return await readFile(place, 'utf8');
    const response = await fetch(place, { signal: AbortSignal.timeout(fileTimeout) });
    if (response.ok) return (await readBody(response)).toString('utf8');
    throw new Error(`it answers ${response.status}`);
  } catch (error) {
    throw new CommandError(`${place} could not be read: ${describeError(error)}.`, { cause: error });
  }
}

/** @throws Error when the body of a response is larger than a file of a module may be */
export async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > moduleFileMaxBytes) throw new Error(`it has more than ${moduleFileMaxBytes / 1024 / 1024} MB`);
  }
  return Buffer.concat(chunks);
}

/** Describes why nothing was read; the message of `fetch` alone says nothing. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, name } = error;
  if (name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message;
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}
