import path from 'node:path';
import { examples, forgetShell, installDependencies, webpack } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  // The watcher writes development builds over it.
  forgetShell();
  const configs = [
    'webpack.config.ts',
    ...examples().map((name) => path.join('packages/examples', name, 'webpack.config.js')),
  ];
  await Promise.all([
    webpack(['--watch', '--mode', 'development', ...configs.flatMap((config) => ['--config', config])]),
    runNode([
      '--watch-preserve-output',
      '--watch-path',
      'packages/platform/server/src',
      'packages/platform/server/src/main.ts',
    ]),
  ]);
});
