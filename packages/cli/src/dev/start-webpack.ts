import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from '../command-error';

// The mode stays the configuration's: compiled for development, JSX asks for a React that a portal has not. The content
// policy refuses every devtool of the eval kind. And it ends with its input, which closes however this process ends.
const options = ['--watch', '--watch-options-stdin', '--devtool', 'source-map', '--no-optimization-minimize'];

export interface WebpackProcess {
  /** Its exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Starts the webpack that is installed in a folder, watching; what it prints is shown. */
export function startWebpack(folder: string): WebpackProcess {
  const child = spawn(process.execPath, [programOf(folder), ...options], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
  return {
    exited,
    async stop() {
      child.stdin?.end();
      await exited;
    },
  };
}

function programOf(folder: string): string {
  try {
    return createRequire(path.resolve(folder, 'package.json')).resolve('webpack/bin/webpack.js');
  } catch (cause) {
    throw new CommandError(
      'No webpack is installed here: "npm install", or serve what another tool builds by --dist.',
      {
        cause,
      },
    );
  }
}
