import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** Runs a command in the repository's root and shows what it prints; rejects with its exit code when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new CommandFailure(`${command} ${args.join(' ')}`, code ?? signal));
    });
  });
}

/** Runs a Node program that may be written in TypeScript. */
export function runNode(args, options) {
  return run(process.execPath, ['--import', 'tsx', ...args], options);
}

export class CommandFailure extends Error {
  constructor(command, code) {
    super(`"${command}" ended with ${code}.`);
    this.code = typeof code === 'number' ? code : 1;
  }
}

/** The last line of every script: a failed command has already said why. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandFailure)) console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof CommandFailure ? error.code : 1);
  }
}
