import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

const versions = ['24', '26'];

/**
 * Runs the unit tests of the server, and the browser tests of sign-in on the built portal, with later versions of Node.
 * If the npm registry has none for this machine, prints why.
 */
export async function testOtherNodes(environment) {
  for (const version of versions) {
    const node = await installNode(version).catch((error) => {
      console.log(`Nothing is tested on Node ${version}: ${error.message}`);
    });
    if (!node) continue;
    // The tests start the server and the command line with their own Node; packages find Node in PATH.
    const env = { ...environment, PATH: `${path.dirname(node)}${path.delimiter}${environment.PATH}` };
    await run(
      node,
      ['node_modules/jest/bin/jest.js', '--selectProjects', 'node', '--maxWorkers=2', 'packages/platform/'],
      { env },
    );
    await run(node, ['tooling/scripts/test-e2e.mjs', 'portal', 'features/sign-in'], { env });
  }
}

/** Installs Node from an npm package, for this repository only. */
async function installNode(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = path.join(root, 'node_modules/.cache/node', version);
  const node = path.join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(node)) return node;
  console.log(`Installing Node ${version} …`);
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options, `${name}@${version}`]);
  return node;
}
