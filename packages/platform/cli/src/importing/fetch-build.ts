import { createHash } from 'node:crypto';
import path from 'node:path';
import { getContentType } from '@portico/contract';
import { moduleFileNameSchema, moduleFilesMax, moduleVersionMaxBytes } from '@portico/contract/publishing';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { describeError, fileTimeout, readBody } from './read-landscape';
import { nameChunks, type ScannedScript, scanScript } from './scan-script';

/** The files of a name of a landscape, and the findings in its scripts. */
export interface FetchedBuild
  extends Pick<ScannedScript, 'exports' | 'form' | 'hasLifecycles' | 'registersApplications'> {
  /** The path of the entry, below the folder that has all files. */
  readonly entry: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /** The bare names that its scripts import. */
  readonly names: ReadonlySet<string>;
  /** Sentences about what the portal cannot know. */
  readonly remarks: readonly string[];
}

/**
 * Fetches an entry with the chunks, styles and assets that its scripts name, without running any.
 * @param integrity the declared integrity, by address
 * @throws CommandError when a script cannot be fetched or parsed, or has another integrity, or a file has a name that
 * cannot be published
 */
export async function fetchBuild(entry: URL, integrity: ReadonlyMap<string, string>): Promise<FetchedBuild> {
  const contents = new Map<string, Buffer>();
  const scans = new Map<string, ScannedScript>();
  const remarks: string[] = [];
  /** The folders that the scripts find at run time. */
  const folders: string[] = [];
  let size = 0;

  async function add(url: URL): Promise<void> {
    if (contents.has(url.href)) return;
    if (contents.size >= moduleFilesMax) throw new CommandError(`${entry.href} has more than ${moduleFilesMax} files.`);
    const content = await fetchFile(url, integrity.get(url.href));
    size += content.length;
    if (size > moduleVersionMaxBytes) throw new CommandError(`The files of ${entry.href} are too large together.`);
    contents.set(url.href, content);
    const text = content.toString('utf8');
    if (isScript(url)) {
      const scan = scanFile(text, url);
      scans.set(url.href, scan);
      for (const file of scan.files) await addNamed(file, url);
    } else if (url.pathname.endsWith('.css')) {
      for (const [, file] of text.matchAll(/url\(\s*["']?(?!data:|#|[a-z]+:)([^"')\s]+)/gi)) await addNamed(file, url);
    }
  }

  /** A script that is missing breaks the module; an asset is only missing on screen. */
  async function addNamed(file: string | undefined, from: URL): Promise<void> {
    if (file === undefined || !URL.canParse(file, from.href)) return;
    const url = new URL(file, from);
    url.hash = '';
    if (url.origin !== entry.origin) return void remarks.push(`It loads ${url.href}, which stays on that host.`);
    if (isScript(url)) return add(url);
    await add(url).catch((error: unknown) => void remarks.push(describeError(error)));
  }

  await add(entry);
  await addChunks();
  // The texts of a script name files of the page, too, so a missing one says nothing.
  const assets = new Set([...scans.values()].flatMap((scan) => [...scan.assets]));
  for (const asset of assets)
    if (!isScript(new URL(asset, entry))) await add(new URL(asset, entry)).catch(() => undefined);
  for (const style of guessStyles(entry)) await add(style).catch(() => undefined);
  return collect();

  /** Chunks are at the public path, which many builds find at run time: beside the entry, or a folder above it. */
  async function addChunks(): Promise<void> {
    const { publicPath = '' } = scans.get(entry.href) ?? {};
    if (/^(?:https?:)?\//.test(publicPath)) {
      remarks.push(`Its public path is fixed to ${publicPath}: build it with the public path "auto".`);
    }
    const tried = new Set<string>();
    for (;;) {
      const found = [...scans.values()];
      const { files, isPartial } = nameChunks(found.map(({ chunks }) => chunks));
      const next = [...files, ...found.flatMap(({ publicFiles }) => [...publicFiles])].filter(
        (file) => !tried.has(file),
      );
      const isDone = next.length === 0;
      if (isDone && isPartial && contents.size === 1)
        remarks.push('The names of its chunks cannot be read from its source.');
      if (isDone) return;
      for (const file of next) {
        tried.add(file);
        const places = [new URL(publicPath, entry), new URL('.', entry), new URL('..', entry)];
        const place = await findPlace(file, places);
        if (place) folders.push(new URL('.', place).pathname);
        else remarks.push(`Its file ${file} was not found beside the entry.`);
      }
    }
  }

  /** Returns the public path that has the file: the folder of the version needs the same files below it. */
  async function findPlace(file: string, places: readonly URL[]): Promise<URL | undefined> {
    for (const place of places) {
      const isAdded = await add(new URL(file, place)).then(
        () => true,
        () => false,
      );
      if (isAdded) return place;
    }
    return undefined;
  }

  function collect(): FetchedBuild {
    const folder = findCommonFolder([...folders, ...[...contents.keys()].map((href) => new URL(href).pathname)]);
    const getName = (href: string) => {
      const name = decodePath(new URL(href).pathname.slice(folder.length));
      const issue = v.safeParse(moduleFileNameSchema, name).issues?.[0];
      if (issue) throw new CommandError(`${href} cannot be published: ${issue.message}`);
      return name;
    };
    const files = new Map<string, Buffer>();
    for (const [href, content] of contents) {
      const name = getName(href);
      if (files.get(name)?.equals(content) === false) {
        throw new CommandError(`${href} cannot be published: /${name} has other content with another query.`);
      }
      files.set(name, content);
    }
    const own = scans.get(entry.href);
    if (own === undefined) throw new CommandError(`${entry.href} is not a script.`);
    return {
      entry: getName(entry.href),
      files,
      form: own.form,
      exports: own.exports,
      hasLifecycles: own.hasLifecycles,
      registersApplications: own.registersApplications,
      names: new Set([...scans.values()].flatMap(({ names }) => [...names])),
      remarks: [...new Set(remarks)],
    };
  }
}

function scanFile(text: string, { href }: URL): ScannedScript {
  try {
    return scanScript(text);
  } catch (cause) {
    throw new CommandError(`${href} does not parse: ${describeError(cause)}.`, { cause });
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isScript({ pathname }: URL): boolean {
  return /\.m?js$/.test(pathname);
}

/** Style sheets that bundlers put beside an entry, and that no script names. */
function guessStyles(entry: URL): URL[] {
  const name = path.posix.basename(entry.pathname).replace(/\.m?js$/, '.css');
  return [`./${name}`, `../css/${name}`].map((place) => new URL(place, entry));
}

function findCommonFolder(paths: readonly string[]): string {
  const folders = paths.map((each) => each.slice(0, each.lastIndexOf('/') + 1));
  let common = folders[0] ?? '/';
  while (!folders.every((folder) => folder.startsWith(common)))
    common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  return common;
}

async function fetchFile(url: URL, integrity: string | undefined): Promise<Buffer> {
  let content: Buffer;
  let type: string;
  try {
    const response = await fetchFromHost(url, AbortSignal.timeout(fileTimeout));
    type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`it answers ${response.status}`);
    }
    content = await readBody(response);
  } catch (error) {
    throw new CommandError(`${url.href} could not be fetched: ${describeError(error)}.`, { cause: error });
  }
  // Hosts of single-page applications answer with their page instead of a 404.
  const expected = getContentType(url.pathname).split(';')[0];
  if (type === 'text/html' || (expected === 'text/css' && type !== expected)) {
    throw new CommandError(`${url.href} is ${type || 'of no type'}, not a file of a build.`);
  }
  if (integrity !== undefined && !matchesIntegrity(content, integrity)) {
    throw new CommandError(`${url.href} has not the integrity that the map declares.`);
  }
  return content;
}

/** Follows redirects inside of the host: another one could lead to a server that only this machine reaches. */
async function fetchFromHost(url: URL, signal: AbortSignal, redirectsLeft = 5): Promise<Response> {
  const response = await fetch(url, { redirect: 'manual', signal });
  const location = response.headers.get('location');
  if (location === null || response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  const target = URL.parse(location, url.href);
  if (target?.host !== url.host) throw new Error(`it redirects to ${location}: put that address into the map`);
  if (redirectsLeft === 0) throw new Error('it redirects too often');
  return fetchFromHost(target, signal, redirectsLeft - 1);
}

/** Whether one hash of the strongest algorithm matches. Source: https://www.w3.org/TR/SRI/#does-response-match-metadatalist */
function matchesIntegrity(content: Buffer, integrity: string): boolean {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .map((hash) => hash.replace(/\?.*$/, ''));
  const strongest = ['sha512', 'sha384', 'sha256'].find((one) => hashes.some((hash) => hash.startsWith(`${one}-`)));
  if (strongest === undefined) return false;
  return hashes.includes(`${strongest}-${createHash(strongest).update(content).digest('base64')}`);
}
