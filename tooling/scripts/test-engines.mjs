import { findFirefox, findWebkitDriver } from './find-engines.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, runInstalled } from './run.mjs';

/** The story of `npm test` in Firefox and in WebKit. Arguments go to Playwright. */
const options = process.argv.slice(2);

await main(async () => {
  await installDependencies();
  await build();
  const FIREFOX_PATH = await findFirefox();
  const WEBKIT_DRIVER_PATH = await findWebkitDriver();
  if (!FIREFOX_PATH && !WEBKIT_DRIVER_PATH) return;
  const env = {
    ...process.env,
    ...(FIREFOX_PATH && { FIREFOX_PATH }),
    ...(WEBKIT_DRIVER_PATH && { WEBKIT_DRIVER_PATH }),
  };
  const config = ['--config', 'packages/e2e/playwright.config.ts'];
  await runInstalled('playwright', ['test', ...config, '--project=engines*', ...options], { env });
});
