import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { type RunningProgram, startProgram } from './start-program';

/** Whether a folder is built with the CLI of Angular. */
export function usesAngular(folder: string): boolean {
  return existsSync(path.join(folder, 'angular.json'));
}

/**
 * Starts the development server of Angular's CLI (`ng serve`) in a folder. A page that has loaded the module from it
 * gets changes of templates and styles at once, without losing its state, and is reloaded after others.
 * @param entry the script of the module
 * @param port a free one
 * @param https the files of the certificate and its key
 * @returns once the module is built, its address
 * @throws CommandError when the CLI is not installed, or ends
 */
export async function startAngular(
  folder: string,
  entry: string,
  port: number,
  https?: { readonly cert: string; readonly key: string },
): Promise<{ address: string; failed: Promise<never>; close: RunningProgram['stop'] }> {
  const ssl = https ? ['--ssl', '--ssl-cert', https.cert, '--ssl-key', https.key] : [];
  const options = ['serve', '--host', 'localhost', '--port', String(port), ...ssl];
  const { failed, stop } = startProgram(folder, '@angular/cli/bin/ng.js', options);
  let hasEnded = false;
  failed.catch(() => {
    hasEnded = true;
  });
  // It listens after the first build.
  while (!hasEnded && !(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  if (hasEnded) await failed;
  return { address: `${https ? 'https' : 'http'}://localhost:${port}/${entry}`, failed, close: stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
