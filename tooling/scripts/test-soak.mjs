import { checkMonitoring } from './check-monitoring.mjs';
import { testOtherNodes } from './other-nodes.mjs';
import { build, installDependencies } from './prepare.mjs';
import { findOptionalProgram, findProgram, testPrograms } from './programs.mjs';
import { main, run, runInstalled } from './run.mjs';
import { withPostgres } from './servers.mjs';

/**
 * The long runs: first those of the server on each database engine together with those of the browser, which wait half
 * of their time; then the server's unit tests on later versions of Node; then, alone, the tests that compare times. With
 * arguments only those of the browser run, and the arguments go to Playwright.
 */
await main(async () => {
  const options = process.argv.slice(2);
  await installDependencies();
  if (options.length > 0) {
    // The arguments may select tests of only one project. The run fails if they select none.
    await testBrowser('timed,soak', '--list', ...options);
    for (const project of ['timed', 'soak']) await testBrowser(project, '--pass-with-no-tests', ...options);
    return;
  }
  await build();
  // Before the others: two processes cannot update the system's list of packages together.
  await Promise.allSettled(['Caddy', ...testPrograms].map((name) => findProgram(name)));
  await withPostgres(process.env, async (withDatabase) => {
    const testServer = async (projects, how, programs) => {
      const env = { ...withDatabase, TEST_SOAK: '1', ...programs };
      await runInstalled('jest', ['--selectProjects', ...projects, how], { env });
    };
    await Promise.all([
      findDeployment().then((programs) => testServer(['long', 'pglite'], '--maxWorkers=2', programs)),
      checkMonitoring(),
      testBrowser('soak'),
    ]);
    await testOtherNodes(withDatabase);
    await testServer(['timing', 'timing-pglite'], '--runInBand');
    await testBrowser('timed');
  });
});

function testBrowser(project, ...options) {
  return run(process.execPath, ['tooling/scripts/test-e2e.mjs', project, ...options]);
}

/** Finds the proxy and the broker of release/deploy. If one is missing, their configuration is not tested. */
async function findDeployment() {
  const caddy = await findOptionalProgram('Caddy', 'Proxy and broker are not tested');
  const broker = caddy && (await findOptionalProgram('Mosquitto', 'Proxy and broker are not tested'));
  return broker && { TEST_CADDY: caddy, TEST_MOSQUITTO: broker.mosquitto, TEST_MOSQUITTO_PLUGIN: broker.plugin };
}
