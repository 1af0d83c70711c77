import { build, buildPrograms, installDependencies } from './prepare.mjs';
import { findProgram, testPrograms } from './programs.mjs';
import { main, run } from './run.mjs';
import { withMosquitto, withPostgres } from './servers.mjs';

/** Runs all checks that a change has to pass before its merge. */
await main(async () => {
  const start = performance.now();
  // Install missing programs while the packages install. Steps that need a missing program report it.
  const installed = Promise.allSettled(testPrograms.map((name) => findProgram(name)));
  await installDependencies();
  const programs = buildPrograms();
  // Compilers, and later Firefox and WebKit, mostly use one core while the unit tests use the other. The browser tests
  // need both cores. Unit tests start the built programs.
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
  // Skip it: the build builds them again.
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
