import path from 'node:path';
import type { Configuration } from 'webpack';
import { bundles, pageParts } from './tooling/webpack/bundles';
import { developmentLibraries } from './tooling/webpack/development-libraries';
import { pagePart } from './tooling/webpack/page-part';
import { plainScripts } from './tooling/webpack/plain-scripts';
import { ShellFilesPlugin } from './tooling/webpack/shell-files-plugin';
import { systemBundle } from './tooling/webpack/system-bundle';

const root = import.meta.dirname;
const shellFiles = new ShellFilesPlugin({
  source: path.join(root, 'import-map.json'),
  frameStyles: ['packages/core/ui/src/tokens.css', 'root-config/src/boot/frame.css'].map((file) =>
    path.join(root, file),
  ),
  directory: path.join(root, 'dist'),
});

export default (_env: unknown, argv: { mode?: 'production' | 'development' }): Configuration[] => {
  const mode = argv.mode ?? 'production';
  return [
    ...Object.entries(bundles).map(([name, entry]) =>
      systemBundle({ name, entry: path.join(root, entry), root, mode, shellFiles }),
    ),
    developmentLibraries({ root, mode, shellFiles }),
    ...plainScripts({ root, mode, shellFiles }),
    ...Object.entries(pageParts).map(([name, entry]) => pagePart({ root, name, entry })),
  ];
};
