import { checkMonitoring } from './check-monitoring.mjs';
import { findCaddy } from './find-caddy.mjs';
import { findMosquitto } from './mosquitto.mjs';
import { withPostgres } from './postgres.mjs';
import { installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

/** The long runs: the server's tests on PGlite, those that compare times on each database engine, and those of the browser. */
await main(async () => {
  const options = process.argv.slice(2);
  await installDependencies();
  if (options.length === 0) {
    await checkMonitoring();
    const env = { ...process.env, TEST_SOAK: '1' };
    await run('npx', ['jest', '--selectProjects', 'pglite'], { env });
    const timing = ['jest', '--selectProjects', 'timing', '--runInBand'];
    await run('npx', timing, { env });
    const programs = await findDeployment();
    await withPostgres((withDatabase) => run('npx', timing, { env: { ...env, ...withDatabase, ...programs } }));
  }
  await run(process.execPath, ['scripts/test-e2e.mjs', 'soak', ...options]);
});

/** The proxy and the broker of release/deploy. If one is missing, prints why, and nothing tests their configuration. */
async function findDeployment() {
  try {
    const { mosquitto, plugin } = await findMosquitto();
    return { TEST_CADDY: await findCaddy(), TEST_MOSQUITTO: mosquitto, TEST_MOSQUITTO_PLUGIN: plugin };
  } catch (error) {
    console.log(`Proxy and broker are not tested: ${error.message.trim().split('\n').at(-1)}`);
    return {};
  }
}
