import path from 'node:path';
import {
  type Entry,
  isFederationManifest,
  modulePreloadsMax,
  type Publication,
  parseFederationManifest,
} from '@portico/contract';
import { ApiError } from '../../http/api-error';
import { isScript } from './prepared-version';

/** What a federation's manifest leads to. */
export interface ResolvedManifest {
  /** The name of the script. */
  readonly entry: string;
  readonly preloads: readonly string[];
  readonly details: Pick<Entry, 'expose' | 'global'>;
}

/**
 * Resolves the entry of a publication, which may be the manifest of a federation. Its preloads count if the publication
 * has none.
 * @throws ApiError 400 when the manifest is invalid, or names an entry or another script that is not among the files
 */
export async function resolveEntry(
  { entry, files, preloads }: Pick<Publication, 'entry' | 'files' | 'preloads'>,
  readFile: (name: string) => Promise<Buffer>,
): Promise<ResolvedManifest> {
  if (!isFederationManifest(entry)) return { entry, preloads, details: {} };
  const resolved = resolveManifest(await readFile(entry), entry);
  const isSent = (wanted: string) => files.some(({ name }) => name === wanted);
  const missing = [resolved.entry, ...resolved.preloads].find((name) => !isSent(name));
  if (missing !== undefined) throw new ApiError(400, 'file-not-sent', { values: { name: missing } });
  return preloads.length > 0 ? { ...resolved, preloads } : resolved;
}

/**
 * Follows the manifest of a federation to the script that it names.
 * @param name of the manifest; its files are beside it and below
 * @throws ApiError 400 when it is not a manifest of a module
 */
export function resolveManifest(content: Buffer, name: string): ResolvedManifest {
  const getName = (file: string) => path.posix.join(path.posix.dirname(name), file);
  try {
    const { entry, expose, global, scripts } = parseFederationManifest(content.toString('utf8'));
    return {
      entry: getName(entry),
      preloads: scripts.filter(isScript).map(getName).slice(0, modulePreloadsMax),
      details: { expose, ...(global !== undefined && { global }) },
    };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new ApiError(400, 'manifest-invalid', { values: { name, error: message.slice(0, 200) } });
  }
}
