import { type ChildProcess, execFile } from 'node:child_process';
import { tmpdir } from 'node:os';

/** A program for Node that reads data of others. */
export interface LimitedProgram {
  /** The path of its file. */
  readonly program: string;
  readonly parameters?: readonly string[];
  /** Its standard input. Without one, its standard input ends with this process. */
  readonly input?: Buffer;
  /** Its working, home and temporary folder; by default that of temporary files. */
  readonly folder?: string;
  /** Limit of its time, in milliseconds. */
  readonly timeout: number;
  /** Limit of its heap, in megabytes. */
  readonly heap: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal;
}

/** How a program ended, and what it wrote. */
export interface LimitedResult {
  /** `failed`: it could not start, or its exit code is not 0. */
  readonly end: 'success' | 'timeout' | 'aborted' | 'crash' | 'failed';
  readonly output: string;
  readonly errors: string;
}

/** Delay between SIGTERM and SIGKILL, in milliseconds: a program may have to end a Chromium. */
const grace = 5_000;
/** Limit of the data memory of each process, in kilobytes. */
const memoryLimit = 2 * 1024 * 1024;
const maxBuffer = 1024 * 1024;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs a program in a process of its own, without the variables of this one and with limits of time and memory. The
 * limit of processor time ends it also if this process is killed.
 */
export function runLimited(limited: LimitedProgram): Promise<LimitedResult> {
  const { folder = tmpdir(), heap, input, parameters = [], program, signal, timeout } = limited;
  // Only a shell can set the limits. The script is constant.
  const script = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"';
  const limits = [2 * Math.ceil(timeout / 1000), memoryLimit].map(String);
  const command = [process.execPath, `--max-old-space-size=${heap}`, program, ...parameters];
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder };
  const options = { cwd: folder, env, maxBuffer };
  return new Promise((resolve) => {
    let stopped: 'timeout' | 'aborted' | undefined;
    const child = execFile('/bin/sh', ['-c', script, 'sh', ...limits, ...command], options, (error, output, errors) => {
      running.delete(child);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      const end = error === null ? 'success' : (stopped ?? (error.signal ? 'crash' : 'failed'));
      resolve({ end, output, errors: errors || (error?.message ?? '') });
    });
    running.add(child);
    // A program that ends early closes its input.
    child.stdin?.on('error', () => {});
    if (input) child.stdin?.end(input);

    const stop = (reason: typeof stopped) => {
      stopped ??= reason;
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), grace).unref();
    };
    const timer = setTimeout(() => stop('timeout'), timeout);
    const abort = () => stop('aborted');
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
