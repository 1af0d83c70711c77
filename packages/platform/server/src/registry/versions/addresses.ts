import { lookup } from 'node:dns/promises';
import { cutText, decodeUnreserved, getModuleKeys, type ImportMap } from '@portico/contract';
import { isNotNull, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import ipaddr from 'ipaddr.js';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { apps } from '../../identity/access-tables';
import { liveModules, teamTokens, versionAudiences } from '../tables';

// Replaces the slashes in the name of a package.
const slash = '~';

/** Returns the folder of an uploaded version of a module or package. */
export function getVersionFolder(name: string, version: string): string {
  return `/modules/${name.replaceAll('/', slash)}/${version}/`;
}

/** Returns the module or package of a folder. */
export function parseModuleFolder(folder: string): string {
  return folder.replaceAll(slash, '/');
}

/** Lists the keys of all modules, applications and team tokens. */
export async function listKnownKeys(executor: Executor, base: ImportMap): Promise<ReadonlySet<string>> {
  const ofTokens = sql<string>`jsonb_array_elements_text(${teamTokens.modules})`;
  const rows = await union(
    executor.select({ key: liveModules.module }).from(liveModules),
    executor.select({ key: apps.module }).from(apps),
    executor.select({ key: ofTokens }).from(teamTokens),
  );
  return new Set([...getModuleKeys(base), ...rows.map(({ key }) => key)]);
}

/** Lists the keys of the modules of the build, and of those with a live version or a canary. */
export async function listPublishedKeys(executor: Executor, base: ImportMap): Promise<readonly string[]> {
  const rows = await union(
    executor
      .select({ key: liveModules.module })
      .from(liveModules)
      .where(sql`${liveModules.state} ->> 'version' is not null`),
    executor
      .select({ key: versionAudiences.module })
      .from(versionAudiences)
      .where(isNotNull(versionAudiences.audience)),
  );
  return [...new Set([...getModuleKeys(base), ...rows.map(({ key }) => key)])];
}

/** Finds the module that owns an absolute address: the first folder of its path that is a known key. */
export function findFolderOwner(address: string, keys: ReadonlySet<string>): string | undefined {
  const folders = new URL(address).pathname.split('/').slice(1, -1);
  return folders.find((folder) => keys.has(folder));
}

/**
 * The URL parser drops these characters or replaces them by slashes, so the host in the text may differ from the host
 * that the browser visits.
 */
const misleading = /[\\\p{Cc}\s]/u;
/** The URL parser also accepts any number of slashes, and credentials before the host. */
const plainStart = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/**
 * Parses an address and requires that its origin is one of `moduleOrigins`. Compares parsed origins, because a host
 * name may be written in upper case or in other scripts. Unreserved characters are decoded in the result, so that the
 * same file has one address.
 * @param moduleOrigins exact origins
 * @throws ApiError 400 for any other address
 */
export function requireTrustedAddress(address: string, moduleOrigins: readonly string[]): URL {
  if (!isPlain(address)) throw new ApiError(400, 'address-untrusted', { values: { origin: cutText(address, 200) } });
  const url = new URL(decodeUnreserved(address));
  if (!moduleOrigins.includes(url.origin)) {
    throw new ApiError(400, 'address-untrusted', { values: { origin: url.origin } });
  }
  return url;
}

function isPlain(address: string): boolean {
  return plainStart.test(address) && !misleading.test(address) && !address.includes('#') && URL.canParse(address);
}

/** Addresses of this machine, its link, or its cloud, such as 169.254.169.254. */
const localRanges: readonly string[] = ['loopback', 'linkLocal', 'unspecified'];

/** Requires that an address is not local, because the DNS entry of a trusted host may change; throws ApiError 400. */
export async function requireRemoteAddress({ hostname, href: address, origin }: URL): Promise<void> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch((cause: unknown) => {
    throw new ApiError(400, 'address-closed', { cause, values: { address } });
  });
  if (found.some((one) => isLocal(one.address))) throw new ApiError(400, 'address-local', { values: { origin } });
}

/** @param ip with or without the name of a network interface */
export function isLocal(ip: string): boolean {
  return localRanges.includes(ipaddr.process(ip).range());
}

// A version with dots, or with a "v": 1.4.0, 2.1, v3.
const version = /^v?\d+(?:\.\d+)+(?:[-+][\w.+-]+)?$|^v\d+$/i;
// The number of a build, a date or a time: 42, 2026-11-23. A single digit counts only as a folder.
const number = /^\d{2,}$/;
// A hash in hexadecimal, as Git and webpack write it. A digit is required, because "facade" is a word.
const hexHash = /^(?=[a-f]*\d)[\da-f]{7,64}$/i;
// A hash of letters in both cases and digits, as Vite and Rollup write it.
const mixedHash = /^(?=.*[A-Z])(?=.*(?:[a-z]|\d))[A-Za-z\d_]{8,24}$/;

/**
 * Returns whether an address contains a version, a build number, a date or a hash: in a folder, in the file name or in
 * the query. Without one, browsers and proxies may keep the content of the previous version.
 */
export function carriesVersion(address: string): boolean {
  const { pathname, search } = new URL(address);
  const parts = `${pathname}${search}`.replace(/(?:\.min)?\.[cm]?js(?=\?|$)/, '').split(/[/?&=]/);
  const folders = parts.slice(0, -1);
  return folders.some((folder) => /^\d+$/.test(folder)) || parts.some(isVersioned);
}

function isVersioned(part: string): boolean {
  const dotted = part.split(/[-_~@]/);
  const tokens = [...dotted, ...dotted.flatMap((token) => token.split('.'))];
  const [, ...suffixes] = part.split(/[-.~@]/);
  // A camel-case file name is not a hash, so only the parts after a hyphen or a dot count.
  return (
    tokens.some((token) => version.test(token) || number.test(token) || hexHash.test(token)) ||
    suffixes.some((token) => mixedHash.test(token))
  );
}
