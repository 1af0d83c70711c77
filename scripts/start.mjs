import { build, installDependencies } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build();
  // The server prints where to go; Ctrl+C reaches it and this script alike, and it ends both.
  process.on('SIGINT', () => {});
  await runNode(['packages/server/src/main.ts']);
});
