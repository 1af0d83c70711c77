import path from 'node:path';
import { moduleFileMaxBytes, typesFileName } from '@portico/contract';
import { CommandError } from '../terminal/arguments';

/** Where the types of a version are: beside its entry. */
export function getTypesName(entry: string): string {
  return path.posix.join(path.posix.dirname(entry), typesFileName);
}

const timeout = 15_000;

/**
 * Fetches the types of a version.
 * @param entry the absolute address of its entry
 * @returns `undefined` if it was published without
 * @throws CommandError when its host does not answer
 */
export async function fetchTypes(entry: string): Promise<string | undefined> {
  const address = new URL(typesFileName, entry).href;
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    // Hosts of single-page applications answer with their page instead of a 404.
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    if (response.status === 404 || (response.ok && isPage)) return undefined;
    const text = await response.text();
    if (response.ok && text.length <= moduleFileMaxBytes) return text;
    throw new Error(`the answer is ${response.status}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${address} could not be fetched: ${reason}`, { cause: error });
  }
}
