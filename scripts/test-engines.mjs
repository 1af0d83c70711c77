import { findFirefox, findWebkitDriver } from './find-engines.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

// `engines` are the stories of `npm test`, `firefox` the browser tests in Firefox, which the long runs do as well. Other
// arguments go to Playwright.
const [project = 'engines', ...options] = process.argv.slice(2);

await main(async () => {
  await installDependencies();
  await build();
  const FIREFOX_PATH = await findFirefox();
  const WEBKIT_DRIVER_PATH = project === 'engines' ? await findWebkitDriver() : undefined;
  if (!FIREFOX_PATH && !WEBKIT_DRIVER_PATH) return;
  const env = {
    ...process.env,
    ...(FIREFOX_PATH && { FIREFOX_PATH }),
    ...(WEBKIT_DRIVER_PATH && { WEBKIT_DRIVER_PATH }),
  };
  const config = ['--config', 'packages/e2e/playwright.config.ts'];
  await run('npx', ['playwright', 'test', ...config, `--project=${project}*`, '--no-deps', ...options], { env });
});
