import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { moduleFileNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { listBuiltFiles } from './read-files';

/**
 * Finds files that `publish` would upload needlessly, such as those of an earlier build: the module did not request them,
 * and no requested file names them, directly or through others. Style sheets have their own rule.
 * @param asked the names of the entry and of the requested files
 * @returns their names and sizes in bytes
 */
export async function findUnaskedFiles(dist: string, asked: readonly string[]) {
  const known = new Set(asked);
  let left = await listBuiltFiles(dist);
  const named = createNames(left.map((name) => path.posix.basename(name)));
  let found = left.filter((name) => known.has(name) || isStart(name));
  while (found.length > 0) {
    for (const name of found) if (isReadable(name)) named.add(await readFile(path.join(dist, name), 'utf8'));
    left = left.filter((name) => !found.includes(name));
    found = left.filter(named.has);
  }
  const unasked = left.filter((name) => !isForOthers(name));
  return Promise.all(unasked.map(async (name) => ({ name, size: (await stat(path.join(dist, name))).size })));
}

/** Whether a file describes the whole build, or is its page outside of the portal. */
function isStart(name: string): boolean {
  return /(?:^|\/)(?:index\.html|(?:mf-|asset-)?manifest\.json|mf-stats\.json)$|\.css$/.test(name);
}

function isReadable(name: string): boolean {
  return /\.(?:m?js|css|html|json|svg|webmanifest)$/.test(name);
}

/** Whether a file is left out by `publish`, or for people, editors, servers or the browsers' own requests. */
function isForOthers(name: string): boolean {
  const isLeftOut = name.endsWith('.map') || !v.is(moduleFileNameSchema, name);
  const isForPeople = /(?:^|[/.])(?:3rdparty|third-?party|licen[cs]e|notice|readme|changelog)[^/]*$/i.test(name);
  const isForEditors = /\.d\.[cm]?ts$|(?:^|\/)@mf-types/.test(name);
  // Angular's builder always writes it.
  const isForServers = name === 'prerendered-routes.json';
  const isForBrowsers = /(?:^|\/)(?:favicon|apple-touch-icon)[^/]*$|(?:^|\/)robots\.txt$/.test(name);
  return isLeftOut || isForPeople || isForEditors || isForServers || isForBrowsers;
}

const word = /[\w~@+-][\w.~@+-]*/g;

/** Collects names in texts: whole names, and parts from which scripts compose names at run time. */
function createNames(files: readonly string[]) {
  // Such as `vpss(people)spa.css`.
  const unusual = files.filter((name) => name.match(word)?.[0] !== name);
  const whole = new Set<string>();
  const parts = new Set<string>();
  const folders = new Set<string>();
  let composesScripts = false;

  return {
    add: (text: string) => {
      for (const [name] of text.matchAll(word)) whole.add(name);
      for (const name of unusual) if (text.includes(name)) whole.add(name);
      // For example "flags/" before a country code.
      for (const [, folder = ''] of text.matchAll(/([\w.~@+-]+)\/(?=["'`]|\$\{)/g)) folders.add(folder);
      // Literals and the keys of objects, such as {179:"8f2a"} or e(179).
      for (const [piece] of text.matchAll(/(?<=["'`{,(])[\w.~@+-]+(?=["'`:)])/g)) {
        for (const part of piece.split(/\W+/)) parts.add(part);
      }
      // webpack and Rspack have a function that composes the names of chunks.
      composesScripts ||= /\.u\s*=\s*(?:function|\(|[\w$]+\s*=>)/.test(text);
    },
    has: (name: string): boolean => {
      const { base, dir, name: stem } = path.posix.parse(name);
      if (whole.has(base)) return true;
      if (/\.(?:m?js|wasm)$/.test(base)) return composesScripts && stem.split(/\W+/).every((part) => parts.has(part));
      return dir.split('/').some((folder) => folders.has(folder));
    },
  };
}
