import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, buildPrograms, forgetShell, installDependencies, listPackages, webpack } from './prepare.mjs';
import { findProgram } from './programs.mjs';
import { main, run, runInstalled, runNode } from './run.mjs';

const [name = '', ...options] = process.argv.slice(2);

/** The commands of package.json that first install missing packages; their arguments follow the name. */
const commands = {
  async start() {
    await build();
    const [option, ...port] = options;
    await Promise.all([
      run(process.execPath, ['dist/server/main.js']),
      ...(option === '--demo-sso'
        ? [runNode(['packages/platform/server/src/testing/run-demo-provider.ts', ...port])]
        : []),
    ]);
  },

  async dev() {
    // The watcher overwrites the build with development builds.
    forgetShell();
    await buildPrograms();
    const examples = listPackages('packages/examples').map(
      (example) => `packages/examples/${example}/webpack.config.js`,
    );
    const configs = ['webpack.config.ts', ...examples].flatMap((config) => ['--config', config]);
    const server = 'packages/platform/server/src';
    await Promise.all([
      webpack(['--watch', '--mode', 'development', ...configs]),
      runNode(['--watch-preserve-output', '--watch-path', server, `${server}/main.ts`]),
    ]);
  },

  build: () => build({ force: true }),

  async release() {
    await build();
    // A signal ends the pack program before it removes its temporary files, so this script removes them.
    const TMPDIR = mkdtempSync(path.join(tmpdir(), 'portico-release-'));
    try {
      await runNode(['tooling/release/pack-release.ts'], { env: { ...process.env, TMPDIR } });
    } finally {
      rmSync(TMPDIR, { recursive: true, force: true });
    }
  },

  async portico() {
    await buildPrograms();
    await run(process.execPath, ['dist/cli/main.js', ...options]);
  },

  /** Checks types, lint rules, and the unit tests that import files changed since `main`. */
  async 'test:changed'() {
    await Promise.all([
      run('npm', ['run', '--silent', 'typecheck']),
      runInstalled('biome', ['check', '--error-on-warnings', '.']),
      runInstalled('jest', ['--passWithNoTests', '--changedSince=main']),
    ]);
  },

  /** Measures the portal and four floors, and writes the figures into docs/performance.md. */
  async bench() {
    await build();
    const CHROME_PATH = await findProgram('Chromium');
    await runNode(['packages/e2e/bench/bench.ts', ...options], { env: { ...process.env, CHROME_PATH } });
  },
};

await main(async () => {
  await installDependencies();
  await commands[name]();
});
