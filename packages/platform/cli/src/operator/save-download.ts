import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerApi } from '../server/server-api';
import { CommandError } from '../terminal/arguments';
import { exitOnSignals } from '../terminal/signals';

/**
 * Saves an answer of the server in a new file that only its owner can read.
 * @returns the number of bytes
 * @throws CommandError when the file exists or the answer is incomplete; no file remains then
 */
export async function saveDownload(api: Pick<ServerApi, 'download'>, path: string, file: string): Promise<number> {
  if (await stat(file).catch(() => undefined)) throw new CommandError(`${file} exists already: name another file.`);
  const draft = `${file}.partial`;
  // Removed after Ctrl+C as well: the draft holds keys and password hashes.
  const removeDraft = () => rmSync(draft, { force: true });
  process.on('exit', removeDraft);
  const ignoreSignals = exitOnSignals();
  try {
    const content = await api.download(path);
    // The draft of an earlier command would keep its own mode.
    await rm(draft, { force: true });
    // Before the first bytes: a stream that fails earlier would create the draft after its removal below.
    const opened = await open(draft, 'wx', 0o600);
    await pipeline(Readable.from(content), opened.createWriteStream({ flush: true }));
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
