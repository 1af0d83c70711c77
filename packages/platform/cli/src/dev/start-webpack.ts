import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from '../terminal/command-error';

// The mode stays as configured: JSX compiled for development needs React's development build, and the portal has none.
// The content policy blocks eval devtools. webpack stops when its standard input closes, however this process ends.
const options = ['--watch', '--watch-options-stdin', '--devtool', 'source-map', '--no-optimization-minimize'];

/**
 * Starts the webpack of a folder in watch mode and shows its output.
 * @param output the folder of the built files: what `publish` sends is built without these options
 * @throws CommandError when webpack is not installed
 */
export function startWebpack(folder: string, output: string) {
  const child = spawn(process.execPath, [findWebpack(folder), ...options, '--output-path', path.resolve(output)], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
  return {
    /** Rejects when it ends by itself. */
    failed: exited.then((code): never => {
      throw new CommandError(`webpack ended with ${code}.`);
    }),
    async stop(): Promise<void> {
      child.stdin?.end();
      await exited;
    },
  };
}

function findWebpack(folder: string): string {
  try {
    return createRequire(path.resolve(folder, 'package.json')).resolve('webpack/bin/webpack.js');
  } catch (cause) {
    throw new CommandError(
      'webpack is not installed here: run "npm install", or serve the output of another tool with --dist.',
      {
        cause,
      },
    );
  }
}
