import { build, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build();
  await run(process.execPath, ['dist/server/main.js']);
});
