import { findPromtool } from './check-monitoring.mjs';
import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { findFirefox, findWebkitDriver } from './find-engines.mjs';
import { findMosquitto, withMosquitto } from './mosquitto.mjs';
import { findPostgres, withPostgres } from './postgres.mjs';
import { build, buildPrograms, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

/** Everything that has to pass before a change is merged. */
await main(async () => {
  const start = performance.now();
  const installed = installPrograms();
  await installDependencies();
  const programs = buildPrograms();
  // Compilers, and then Firefox and WebKit, use one core most of the time, and unit tests the other; the browser tests
  // need both for themselves. Unit tests start the programs.
  await Promise.all([installed, programs.then(testUnits), checkSources(programs)]);
  await step('Browser tests', () => run('npm', ['run', '--silent', 'test:e2e']));
  console.log(`\n── Passed in ${formatDuration(start)}`);
});

/**
 * Installs programs where they are missing, while packages are installed. Who needs one that cannot be had, says so.
 */
function installPrograms() {
  const finds = [
    findMosquitto,
    findPostgres,
    findPromtool,
    findHeadlessShell,
    findChromium,
    findFirefox,
    findWebkitDriver,
  ];
  return Promise.allSettled(finds.map((find) => find()));
}

function testUnits() {
  return step('Unit tests', () =>
    withPostgres((withDatabase) =>
      withMosquitto(withDatabase, (env) => run('npm', ['run', '--silent', 'test:unit'], { env })),
    ),
  );
}

async function checkSources(programs) {
  await step('Types', () => run('npm', ['run', '--silent', 'typecheck']));
  await step('Lint', () => run('npm', ['run', '--silent', 'lint']));
  // The build would build them a second time.
  await programs;
  await step('Build', () => build());
  await step('Sizes', () => run('npm', ['run', '--silent', 'check:size']));
  await step('Firefox and WebKit', () => run('npm', ['run', '--silent', 'test:engines']));
}

async function step(title, work) {
  const start = performance.now();
  console.log(`\n── ${title} …`);
  await work();
  console.log(`\n── ${title} passed in ${formatDuration(start)}`);
}

function formatDuration(start) {
  return `${((performance.now() - start) / 1000).toFixed(0)} s`;
}
