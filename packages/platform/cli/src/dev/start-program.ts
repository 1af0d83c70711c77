import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from '../terminal/arguments';

/** A program that builds a module, and builds it again after each change. */
export interface RunningProgram {
  /** Rejects when it ends by itself. */
  readonly failed: Promise<never>;
  readonly stop: () => Promise<void>;
}

// However this process ends, it closes the standard input of the program. Threads of the program get the option as
// well.
const endWithInput = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.stdin.on('end', () => process.exit()).resume();",
)}`;

/**
 * Starts a program of a package that the folder has installed, and shows its output.
 * @param program such as `webpack/bin/webpack.js`
 * @throws CommandError when it is not installed
 */
export function startProgram(folder: string, program: string, options: readonly string[]): RunningProgram {
  const file = findProgram(folder, program);
  const child = spawn(process.execPath, ['--import', endWithInput, file, ...options], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
  return {
    failed: exited.then((code): never => {
      throw new CommandError(`${path.basename(program, '.js')} ended with ${code}.`);
    }),
    async stop() {
      child.stdin?.end();
      await exited;
    },
  };
}

function findProgram(folder: string, program: string): string {
  try {
    return createRequire(path.resolve(folder, 'package.json')).resolve(program);
  } catch (cause) {
    const name = path.basename(program, '.js');
    throw new CommandError(
      `${name} is not installed here: run "npm install", or serve the output of another tool with --dist.`,
      { cause },
    );
  }
}
