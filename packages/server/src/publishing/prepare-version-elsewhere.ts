import { integrityOf, type ModuleFile, moduleFileMaxBytes, moduleVersionMaxBytes } from '@portico/contract';
import { ApiError } from '../errors/api-error';
import { fetchFile, fetchScript } from './fetch-file';
import { fetchTogether } from './fetch-together';
import { digestOf } from './file-digest';
import { isChecked, isScript } from './file-kinds';
import { fingerprintOf, type PreparedVersion } from './prepared-version';
import { requireScript } from './require-script';
import { requireTrustedAddress } from './trusted-address';

interface PublicationElsewhere {
  readonly module: string;
  readonly version?: string | undefined;
  readonly entry: string;
  readonly files: readonly ModuleFile[];
  /** The folder of the files, with a slash at its end. */
  readonly url: string;
}

const fileTimeout = 15_000;

/**
 * A version whose files a team hosts: each is fetched and compared with what was declared.
 * @throws ApiError 400 for an address that is not trusted, a file that a browser could not load, or one that differs;
 * 413 when all of them together are too large
 */
export async function prepareVersionElsewhere(
  { module, version, entry, files, url }: PublicationElsewhere,
  moduleOrigins: readonly string[],
): Promise<PreparedVersion> {
  const folder = requireTrustedAddress(url, moduleOrigins);
  if (folder.search !== '') throw new ApiError(400, 'invalid-request');
  let total = 0;

  async function check({ name, digest }: ModuleFile, signal: AbortSignal): Promise<void> {
    const fetchOne = name === entry || isScript(name) ? fetchScript : fetchFile;
    const limits = { maxBytes: moduleFileMaxBytes, timeout: fileTimeout, signal };
    const { content } = await fetchOne(addressOf(name), limits);
    total += content.length;
    if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');
    if (digestOf(content) !== digest) throw new ApiError(400, 'file-differs', { values: { name } });
    if (name === entry) requireScript(content, name);
  }

  function addressOf(name: string): URL {
    return new URL(name, folder);
  }

  await fetchTogether(files, check);
  const checked = files.filter(({ name }) => name === entry || isChecked(name));
  return prepared({
    module,
    version,
    address: addressOf(entry).href,
    integrity: Object.fromEntries(checked.map(({ name, digest }) => [addressOf(name).href, integrityOf(digest)])),
    files,
  });
}

/**
 * A version of which only the entry is known: its chunks are whatever it asks for, and nothing checks them.
 * @param isExpected what the caller says of the content
 * @param signal gives up earlier than after 15 seconds
 * @throws ApiError 400 for an address that is not trusted, an entry that a browser could not run, or other content
 */
export async function prepareEntryElsewhere(
  { module, address, isExpected }: EntryElsewhere,
  moduleOrigins: readonly string[],
  signal?: AbortSignal,
): Promise<PreparedVersion> {
  const url = requireTrustedAddress(address, moduleOrigins);
  const { content } = await fetchScript(url, {
    maxBytes: moduleFileMaxBytes,
    timeout: fileTimeout,
    ...(signal && { signal }),
  });
  if (!isExpected(content)) throw new ApiError(400, 'file-differs', { values: { name: url.href } });
  requireScript(content, url.href);
  const digest = digestOf(content);
  return prepared({
    module,
    address: url.href,
    integrity: { [url.href]: integrityOf(digest) },
    files: [{ name: url.href, digest }],
  });
}

export interface EntryElsewhere {
  readonly module: string;
  readonly address: string;
  readonly isExpected: (content: Buffer) => boolean;
}

interface Parts {
  readonly module: string;
  readonly version?: string | undefined;
  readonly address: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly files: readonly ModuleFile[];
}

/**
 * Unlike that of uploaded files, a version's name has its address in it: the same content under a new address is a
 * version of its own, since no version may change where it is.
 */
function prepared({ module, version, address, integrity, files }: Parts): PreparedVersion {
  const fingerprint = fingerprintOf(address, files);
  return { module, version: version ?? fingerprint.slice(0, 12), address, integrity, files: [], fingerprint };
}
