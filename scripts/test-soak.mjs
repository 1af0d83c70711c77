import { checkMonitoring } from './check-monitoring.mjs';
import { withPostgres } from './postgres.mjs';
import { installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

/** The long runs: tests that compare times, on each database engine, and then those of the browser. */
await main(async () => {
  const options = process.argv.slice(2);
  await installDependencies();
  if (options.length === 0) {
    await checkMonitoring();
    const timing = ['jest', '--selectProjects', 'timing', '--runInBand'];
    const env = { ...process.env, TEST_TIMING: '1' };
    await run('npx', timing, { env });
    await withPostgres((withDatabase) => run('npx', timing, { env: { ...env, ...withDatabase } }));
  }
  await run(process.execPath, ['scripts/test-e2e.mjs', 'soak', ...options]);
});
