import { existsSync } from 'node:fs';
import path from 'node:path';
import { type RunningBuild, startBuild } from './start-build';

/** Whether a folder is built with the CLI of Angular. */
export function usesAngular(folder: string): boolean {
  return existsSync(path.join(folder, 'angular.json'));
}

/** The folder of the built scripts: below an output path that is an option, the builder makes one for browsers. */
export function angularOutput(output: string): string {
  return path.join(output, 'browser');
}

/**
 * Starts the CLI of Angular of a folder in watch mode, with the configuration `development`.
 * @param output for the built files: what `publish` sends is built without this configuration
 * @throws CommandError when it is not installed
 */
export function startAngular(folder: string, output: string): RunningBuild {
  const options = ['build', '--watch', '--configuration', 'development', '--output-path', output];
  return startBuild(folder, '@angular/cli/bin/ng.js', options);
}
