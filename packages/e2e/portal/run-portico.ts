import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkEnvironment } from './check-environment';
import type { PortalProcess } from './portal-process';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs a command of `portico` against a portal with the operator's key, and returns its output. */
export async function runPortico(portal: PortalProcess, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/cli/main.js', ...command], {
    cwd: root,
    env: { ...checkEnvironment, PORTICO_URL: portal.url, PORTICO_OPERATOR_KEY: portal.operatorKey },
  });
  return stdout;
}
