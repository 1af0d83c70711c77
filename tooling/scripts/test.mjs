import { build, buildPrograms, installDependencies } from './prepare.mjs';
import { findProgram, testPrograms } from './programs.mjs';
import { main, run } from './run.mjs';
import { withMosquitto, withPostgres } from './servers.mjs';

/** Everything that has to pass before a change is merged. */
await main(async () => {
  const start = performance.now();
  // Installs what is missing, beside the packages. A part that needs one of them says if it cannot be installed.
  const installed = Promise.allSettled(testPrograms.map((name) => findProgram(name)));
  await installDependencies();
  const programs = buildPrograms();
  // Compilers, and then Firefox and WebKit, use one core most of the time, and unit tests the other; the browser tests
  // need both for themselves. Unit tests start the programs.
  await Promise.all([installed, programs.then(testUnits), checkSources(programs)]);
  await step('Browser tests', 'test:e2e');
  console.log(`\n── Passed in ${formatDuration(start)}`);
});

function testUnits() {
  return withPostgres(process.env, (withDatabase) =>
    withMosquitto(withDatabase, (env) => step('Unit tests', 'test:unit', env)),
  );
}

async function checkSources(programs) {
  await step('Types', 'typecheck');
  await step('Lint', 'lint');
  // The build would build them a second time.
  await programs;
  await build();
  await step('Sizes', 'check:size');
  await step('Firefox and WebKit', 'test:engines');
}

/** Runs a command of package.json. */
async function step(title, command, env = process.env) {
  const start = performance.now();
  console.log(`\n── ${title} …`);
  await run('npm', ['run', '--silent', command], { env });
  console.log(`\n── ${title} passed in ${formatDuration(start)}`);
}

function formatDuration(start) {
  return `${((performance.now() - start) / 1000).toFixed(0)} s`;
}
