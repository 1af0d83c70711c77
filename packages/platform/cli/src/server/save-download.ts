import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../terminal/arguments';
import { exitOnSignals } from '../terminal/signals';
import type { ServerApi } from './server-api';

/**
 * Saves what the server sends in a new file, which only its owner can read.
 * @returns the number of bytes
 * @throws CommandError when the file exists, or the whole content could not be saved; then there is no file
 */
export async function saveDownload(api: Pick<ServerApi, 'download'>, path: string, file: string): Promise<number> {
  if (await stat(file).catch(() => undefined)) throw new CommandError(`${file} exists already.`);
  const draft = `${file}.partial`;
  // After Ctrl+C as well: it holds keys and password hashes.
  const removeDraft = () => rmSync(draft, { force: true });
  process.on('exit', removeDraft);
  const ignoreSignals = exitOnSignals();
  try {
    const content = await api.download(path);
    // A file that an earlier command left would keep its mode.
    await rm(draft, { force: true });
    await pipeline(Readable.from(content), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} was not written: ${reason}`, { cause: error });
  } finally {
    ignoreSignals();
    process.off('exit', removeDraft);
  }
  return (await stat(file)).size;
}
