import { findChangedFiles, listSources } from './changed-files.mjs';
import { installDependencies } from './prepare.mjs';
import { main, root, run, runInstalled } from './run.mjs';

/**
 * Checks what the changes since `main` can break: types, lint of the changed files, and the unit tests that import
 * them.
 */
await main(async () => {
  await installDependencies();
  const files = findChangedFiles(root);
  if (files.length === 0) {
    console.log('Nothing has changed since main.');
    return;
  }
  const sources = listSources(files);
  await Promise.all([
    run('npm', ['run', '--silent', 'typecheck']),
    runInstalled('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
    // Without files, Jest fails.
    sources.length > 0 && runInstalled('jest', ['--passWithNoTests', '--findRelatedTests', ...sources]),
  ]);
});
