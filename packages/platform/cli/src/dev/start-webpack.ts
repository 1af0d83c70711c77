import path from 'node:path';
import { type RunningProgram, startProgram } from './start-program';

// The mode stays as configured: JSX compiled for development needs React's development build, and the portal has none.
// The content policy blocks eval devtools.
const options = ['--watch', '--devtool', 'source-map', '--no-optimization-minimize'];

/**
 * Starts the webpack of a folder in watch mode.
 * @param output the folder of the built files: what `publish` sends is built without these options
 * @throws CommandError when webpack is not installed
 */
export function startWebpack(folder: string, output: string): RunningProgram {
  return startProgram(folder, 'webpack/bin/webpack.js', [...options, '--output-path', path.resolve(output)]);
}
