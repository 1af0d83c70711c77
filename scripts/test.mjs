import { withMosquitto } from './mosquitto.mjs';
import { withPostgres } from './postgres.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, run } from './run.mjs';

/** Everything a reviewer would ask for, the quickest answers first. */
await main(async () => {
  await installDependencies();
  await step('Types', 'npm', ['run', '--silent', 'typecheck']);
  await step('Lint', 'npm', ['run', '--silent', 'lint']);
  await withPostgres((withDatabase) =>
    withMosquitto(withDatabase, (env) => step('Unit tests', 'npm', ['run', '--silent', 'test:unit'], { env })),
  );
  await build();
  await step('Sizes', 'npm', ['run', '--silent', 'check:size']);
  await step('Real browser', 'npm', ['run', '--silent', 'test:e2e']);
});

async function step(title, command, args, options) {
  console.log(`\n── ${title}`);
  await run(command, args, options);
}
