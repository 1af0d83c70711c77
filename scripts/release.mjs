import { build, installDependencies } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build();
  await runNode(['release/pack-release.ts']);
});
