import { findChromium } from './find-chromium.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, runNode } from './run.mjs';

/**
 * Measures the portal beside four floors, and writes the figures into docs/performance.md; `--quick` only shows the
 * way.
 */
await main(async () => {
  await installDependencies();
  await build();
  const CHROME_PATH = await findChromium();
  await runNode(['packages/e2e/bench/bench.ts', ...process.argv.slice(2)], { env: { ...process.env, CHROME_PATH } });
});
