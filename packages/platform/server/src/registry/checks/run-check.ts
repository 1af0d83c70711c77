import { spawn } from 'node:child_process';
import path from 'node:path';
import { distFolder } from '../../process/folders';

/** Of one check, in milliseconds: most take five seconds. */
const checkTimeout = 60_000;
/** How long Chromium has to end. */
const grace = 5_000;

/** Of each process: the memory that it writes to, in kilobytes. */
const memoryLimit = 2 * 1024 * 1024;
const nodeMemory = 256;
const maxOutput = 64 * 1024;

/** Larger modules are the decision of their teams, whose own check has a lower limit. */
const maxKilobytes = 1000;

interface CheckResult {
  readonly findings: readonly string[];
  readonly hasPassed: boolean;
  readonly errors: string;
}

/**
 * Runs `portico check` on a module folder in a process of its own, which knows no secrets of the server.
 * @param given files that say where missing files are, and the packages that the module imports
 */
export function runCheck(
  chromium: string,
  folder: string,
  given: { readonly mirror?: string; readonly packages: string },
): Promise<CheckResult> {
  const program = [process.execPath, `--max-old-space-size=${nodeMemory}`, path.join(distFolder, 'cli/main.js')];
  const options = ['--isolated', '--browser', chromium, '--max-kb', `${maxKilobytes}`];
  const files = Object.entries(given).flatMap(([name, file]) => [`--${name}`, file]);
  const parameters = [...program, 'check', folder, ...options, ...files];
  // Only a shell can set the limit. The script is constant.
  const limited = ['-c', `ulimit -d ${memoryLimit} 2>/dev/null; exec "$@"`, 'check', ...parameters];
  const child = spawn('/bin/sh', limited, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors, isLate] = ['', '', false];
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(0, maxOutput);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(0, maxOutput);
  });
  const timer = setTimeout(() => {
    isLate = true;
    // The program ends its Chromium. Killed, it leaves the pipe, and Chromium ends as well.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), grace).unref();
  }, checkTimeout);
  return new Promise((resolve) => {
    const end = (code: number | null, failure = '') => {
      clearTimeout(timer);
      const found = [...output.matchAll(/^\s*✗ (.+(?:\n\s+→ .+)?)$/gm)].map(([, finding = '']) =>
        finding.slice(0, 500),
      );
      const findings = isLate ? [`It blocks the page for ${checkTimeout / 1000} seconds.`] : found;
      resolve({ findings, hasPassed: code === 0 && findings.length === 0, errors: (failure || errors).slice(0, 1000) });
    };
    child.once('error', ({ message }) => end(null, message));
    child.once('close', (code) => end(code));
  });
}
