import { checkMonitoring } from './check-monitoring.mjs';
import { findCaddy } from './find-caddy.mjs';
import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { findFirefox } from './find-engines.mjs';
import { getReason } from './find-or-install.mjs';
import { findMosquitto } from './mosquitto.mjs';
import { withPostgres } from './postgres.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, run, runInstalled } from './run.mjs';

/**
 * The long runs. First the server's on each database engine, beside those of the browser, which wait half of their
 * time; then those that compare times, alone. With arguments, which go to Playwright, those of the browser alone.
 */
await main(async () => {
  const options = process.argv.slice(2);
  await installDependencies();
  const browser = (project, ...how) => run(process.execPath, ['tooling/scripts/test-e2e.mjs', project, ...how]);
  if (options.length > 0) {
    // What they choose may be of one kind only, but of one: this fails where there is none.
    await browser('timed,soak', '--list', ...options);
    for (const project of ['timed', 'soak']) await browser(project, '--pass-with-no-tests', ...options);
    return;
  }
  await build();
  await installBrowsers();
  await withPostgres(async (withDatabase) => {
    const env = { ...withDatabase, TEST_SOAK: '1' };
    const server = (projects, how, programs) =>
      runInstalled('jest', ['--selectProjects', ...projects, how], { env: { ...env, ...programs } });
    await Promise.all([
      findPrograms().then((programs) => server(['long', 'pglite'], '--maxWorkers=2', programs)),
      browser('soak'),
    ]);
    await server(['timing', 'timing-pglite'], '--runInBand');
    await browser('timed');
  });
});

/** First, because two processes cannot update the list of the system's packages at once. */
function installBrowsers() {
  return Promise.all([findHeadlessShell(), findChromium(), findFirefox(), findMosquitto().catch(() => undefined)]);
}

/** Installs what is missing of the other programs. */
async function findPrograms() {
  const [programs] = await Promise.all([findDeployment(), checkMonitoring()]);
  return programs;
}

/** The proxy and the broker of release/deploy. If one is missing, prints why, and nothing tests their configuration. */
async function findDeployment() {
  try {
    const { mosquitto, plugin } = await findMosquitto();
    return { TEST_CADDY: await findCaddy(), TEST_MOSQUITTO: mosquitto, TEST_MOSQUITTO_PLUGIN: plugin };
  } catch (error) {
    console.log(`Proxy and broker are not tested: ${getReason(error)}`);
    return {};
  }
}
