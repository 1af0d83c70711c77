import { setTimeout as pause } from 'node:timers/promises';
import type { ServerApi } from '../server-api';
import { ConnectionError } from '../server-error';
import type { ReadFile } from './read-files';

const atOnce = 4;
const pauseMilliseconds = 1000;

/**
 * Sends files, a few at a time, each once more if its connection breaks; which it may, as a file that is there already
 * stays what it is. The first that fails ends it.
 *
 * @param onSent after each
 */
export async function sendFiles(
  api: ServerApi,
  module: string,
  files: readonly ReadFile[],
  onSent: (file: ReadFile) => void,
): Promise<void> {
  const waiting = [...files];
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await sendFile(api, module, file);
      onSent(file);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    waiting.length = 0;
  }
}

async function sendFile(api: ServerApi, module: string, { digest, content }: ReadFile): Promise<void> {
  const send = () => api.upload(`modules/${module}/files/${digest}`, content);
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await pause(pauseMilliseconds);
    await send();
  }
}
