import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { cutText } from '@portico/contract';
import { readBuiltModule } from '../build/built-module';
import { CheckError } from '../build/messages';
import { servePackages } from '../observation/serve-packages';
import { startChecker } from '../start-checker';
import type { IsolatedFiles, IsolatedOutput } from './run-isolated-check';

/** Maximum size in bytes. The check of a team has a lower limit, which the team may raise. */
const maxSize = 1000 * 1024;
const maxFindings = 50;
const maxLength = 500;

// `runIsolatedCheck` starts this program, which prints the result as JSON. After `exit`, Playwright kills the browser.
process.on('SIGTERM', (signal) => process.exit(128 + constants.signals[signal]));
// Its input ends with the server.
process.stdin.on('end', () => process.exit(1)).resume();
process.stdin.unref();
const [, , browser, folder = ''] = process.argv;
// The build puts this program beside the folder of the server, into the shell.
const shell = path.resolve(import.meta.dirname, '..');
const text = await readFile(path.join(folder, 'isolated.json'), 'utf8');
const { allowed, declarations, mirror, packages }: IsolatedFiles = JSON.parse(text);
const served = await servePackages(packages);
try {
  const built = await readBuiltModule(folder, 'dist', mirror);
  // The files are as published, so their styles have a scope already.
  const module = { ...built, packages: served, allowed, declarations, styleScope: undefined };
  const checker = await startChecker({ browser, isIsolated: true, maxSize, shell });
  const { findings, hasStyleAttributes } = await checker.check(module).finally(() => checker.close());
  const cut = findings.slice(0, maxFindings).map((text) => cutText(text, maxLength));
  process.stdout.write(JSON.stringify({ findings: cut, hasStyleAttributes } satisfies IsolatedOutput));
} catch (error) {
  console.error(error instanceof CheckError ? error.message : error);
  process.exitCode = 1;
} finally {
  await served.close();
}
