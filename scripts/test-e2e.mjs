import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { findFirefox } from './find-engines.mjs';
import { withMosquitto } from './mosquitto.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

// `portal` (with `portal-push`) is the part of `npm test`, `soak` the long runs (with `soak-longest` and `soak-firefox`), `timed` those of
// them that measure time, with which `soak` begins unless files are chosen. Other arguments go to Playwright.
const [project, ...options] = process.argv.slice(2);
const hasFiles = options.some((option) => !option.startsWith('-'));
if (hasFiles) options.push('--no-deps');

await main(async () => {
  await installDependencies();
  await build();
  const HEADLESS_SHELL_PATH = await findHeadlessShell();
  const CHROME_PATH = await findChromium();
  const FIREFOX_PATH = project === 'soak' && !hasFiles ? await findFirefox() : undefined;
  const paths = { CHROME_PATH, HEADLESS_SHELL_PATH, ...(FIREFOX_PATH && { FIREFOX_PATH }) };
  await withMosquitto({ ...process.env, ...paths }, (env) =>
    run(
      'npx',
      ['playwright', 'test', '--config', 'packages/e2e/playwright.config.ts', `--project=${project}*`, ...options],
      {
        env,
      },
    ),
  );
});
