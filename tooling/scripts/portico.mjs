import { buildPrograms, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  await installDependencies();
  await buildPrograms();
  await run(process.execPath, ['dist/cli/main.js', ...process.argv.slice(2)]);
});
