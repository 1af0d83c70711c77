import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installDebianPackage } from './install-debian-package.mjs';
import { root, run } from './run.mjs';

const folder = path.join(root, 'packages/platform/server/monitoring');

/** Tries the alert rules with promtool. If it cannot be had, prints why. */
export async function checkMonitoring() {
  try {
    if (!isThere()) await installDebianPackage('prometheus', 'promtool');
    if (!isThere()) throw new Error('promtool was not found after installing it.');
  } catch (error) {
    console.log(`The alert rules are not tried: ${error.message.trim().split('\n').at(-1)}`);
    return;
  }
  await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder });
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder });
}

function isThere() {
  return spawnSync('promtool', ['--version']).status === 0;
}
