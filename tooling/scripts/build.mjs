import { build, installDependencies } from './prepare.mjs';
import { main } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build({ force: true });
});
