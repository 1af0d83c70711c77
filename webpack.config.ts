import path from 'node:path';
import type { Configuration } from 'webpack';
import { bundles, pageParts } from './webpack/bundles';
import { developmentLibraries } from './webpack/development-libraries';
import { moduleCheck } from './webpack/module-check';
import { overridesScript } from './webpack/overrides-script';
import { pagePart } from './webpack/page-part';
import { pageScripts } from './webpack/page-scripts';
import { serviceWorker } from './webpack/service-worker';
import { ShellFilesPlugin } from './webpack/shell-files-plugin';
import { systemBundle } from './webpack/system-bundle';

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
    pageScripts({
      entries: {
        'first-paint': path.join(root, 'root-config/src/boot/first-paint.ts'),
        'offline-worker': path.join(root, 'root-config/src/offline/offline-worker.ts'),
        'retry-page': path.join(root, 'root-config/src/offline/retry-page.ts'),
      },
      root,
      mode,
      shellFiles,
    }),
    overridesScript({
      entry: path.join(root, 'packages/parcels/developer/src/script/overrides.ts'),
      root,
      mode,
      shellFiles,
    }),
    serviceWorker({
      entry: path.join(root, 'packages/parcels/notifications/src/service-worker/firebase-messaging-sw.ts'),
      root,
      mode,
    }),
    ...Object.entries(pageParts).map(([name, entry]) => pagePart({ root, name, entry })),
    moduleCheck({ entry: path.join(root, 'root-config/src/module-check/module-check.ts'), root, mode }),
  ];
};
