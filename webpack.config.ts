import type { Configuration } from 'webpack';
import { bundles, pageParts } from './tooling/webpack/bundles';
import { pagePart } from './tooling/webpack/page-part';
import { plainScripts } from './tooling/webpack/plain-scripts';
import { ShellFilesPlugin } from './tooling/webpack/shell-files-plugin';
import { developmentLibraries, systemBundle } from './tooling/webpack/system-bundle';

const root = import.meta.dirname;
const shellFiles = new ShellFilesPlugin(root);

export default (_env: unknown, argv: { mode?: 'production' | 'development' }): Configuration[] => {
  const build = { root, mode: argv.mode ?? 'production', shellFiles };
  return [
    ...Object.entries(bundles).map(([name, entry]) => systemBundle(build, name, entry)),
    developmentLibraries(build),
    ...plainScripts(build),
    ...Object.entries(pageParts).map(([name, entry]) => pagePart(root, name, entry)),
  ];
};
