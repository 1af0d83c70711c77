import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildStamp, examples, installDependencies, webpack } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  // What the watcher writes is no production build; the next `npm start` makes one again.
  rmSync(buildStamp, { force: true });
  const configs = [
    'webpack.config.ts',
    ...examples().map((name) => path.join('packages/examples', name, 'webpack.config.js')),
  ];
  await Promise.all([
    webpack(['--watch', '--mode', 'development', ...configs.flatMap((config) => ['--config', config])]),
    runNode(['--watch-preserve-output', '--watch-path', 'packages/server/src', 'packages/server/src/main.ts']),
  ]);
});
