import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificate } from '@portico/check';
import { CommandError } from '../terminal/arguments';
import { resolveInstalled } from './import-installed';

/** A program that builds a module, and builds it again after each change. */
interface RunningProgram {
  /** Rejects when the program ends by itself. */
  readonly failed: Promise<never>;
  readonly stop: () => Promise<void>;
}

// However this process ends, it closes the standard input of the program. Threads of the program get the option as
// well.
const endWithInput = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.stdin.on('end', () => process.exit()).resume();",
)}`;

/**
 * Starts a program of a package that this folder has installed, and shows its output.
 * @param program such as `webpack/bin/webpack.js`
 * @throws CommandError when it is not installed
 */
export function startProgram(program: string, options: readonly string[]): RunningProgram {
  const parameters = ['--import', endWithInput, resolveInstalled(program), ...options];
  const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'inherit', 'inherit'] });
  const exited = once(child, 'exit');
  return {
    failed: exited.then(([code]): never => {
      throw new CommandError(`${path.basename(program, '.js')} ended with ${code ?? 0}.`);
    }),
    async stop() {
      child.stdin?.end();
      await exited;
    },
  };
}

/**
 * Starts the development server of Angular's CLI (`ng serve`). A page that has loaded the module from it applies changes
 * of templates and styles without losing its state, and reloads after others.
 * @param entry the script of the module
 * @param https the files of the certificate and its key
 * @returns once the module is built, its address
 * @throws CommandError when the CLI is not installed, or ends
 */
export async function startAngular(entry: string, port: number, https?: Certificate) {
  const ssl = https ? ['--ssl', '--ssl-cert', https.cert, '--ssl-key', https.key] : [];
  const options = ['serve', '--host', 'localhost', '--port', String(port), ...ssl];
  const { failed, stop } = startProgram('@angular/cli/bin/ng.js', options);
  // It listens after the first build.
  while (!(await Promise.race([failed, isListening(port)]))) await wait(100);
  return { address: `${https ? 'https' : 'http'}://localhost:${port}/${entry}`, failed, close: stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return connected.finally(() => socket.destroy());
}
