import { build, installDependencies } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build();
  // It prints where to go.
  await runNode(['packages/server/src/main.ts']);
});
