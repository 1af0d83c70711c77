import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { findFirefox, findWebkitDriver } from './find-engines.mjs';
import { keepTemporaryFilesInMemory } from './keep-temporary-files-in-memory.mjs';
import { findMosquitto, withMosquitto } from './mosquitto.mjs';
import { withPostgres } from './postgres.mjs';
import { build, buildPrograms, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

/** Everything that has to pass before a change is merged. */
await main(async () => {
  keepTemporaryFilesInMemory();
  const start = performance.now();
  const installed = installPrograms();
  await installDependencies();
  // Unit tests start these programs, and would build them beside the build below.
  await buildPrograms();
  // Compilers, and then Firefox and WebKit, use one core most of the time, and unit tests the other; the browser tests
  // need both for themselves.
  await Promise.all([
    installed.then(installChromium),
    step('Unit tests', () =>
      withPostgres((withDatabase) =>
        withMosquitto(withDatabase, (env) => run('npm', ['run', '--silent', 'test:unit'], { env })),
      ),
    ),
    checkSources(),
  ]);
  await step('Browser tests', () => run('npm', ['run', '--silent', 'test:e2e']));
  console.log(`\n── Passed in ${formatDuration(start)}`);
});

/** Installs programs where they are missing, while packages are installed and nothing waits for them. */
async function installPrograms() {
  // The unit tests say so if it is missing.
  await findMosquitto().catch(() => undefined);
  await findFirefox();
  await findWebkitDriver();
}

async function installChromium() {
  await findHeadlessShell();
  await findChromium();
}

async function checkSources() {
  await step('Types', () => run('npm', ['run', '--silent', 'typecheck']));
  await step('Lint', () => run('npm', ['run', '--silent', 'lint']));
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
