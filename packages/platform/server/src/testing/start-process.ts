import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { waitFor } from './wait-for';

const repository = path.join(import.meta.dirname, '../../../../..');

const running = new Set<ChildProcess>();

/** The operator's key of the processes of tests. */
export const operatorKey = 'operator-key-of-tests';

/** The environment of one of several processes on a database. */
export function sharedVariables(databaseUrl: string, dataFolder: string) {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    PORTICO_DATA: dataFolder,
    PORTICO_OPERATOR_KEY: operatorKey,
    // They need a common broker, which does not have to answer here.
    MQTT_URL: 'mqtt://127.0.0.1:9',
  };
}

/** A running program of this repository. */
export interface TestProcess {
  readonly id: number | undefined;
  readonly output: () => string;
  readonly errors: () => string;
  /** The exit code, once it ended. */
  readonly exit: Promise<number | null>;
  kill(signal: 'SIGTERM' | 'SIGINT'): void;
}

/**
 * @param program a file of `dist` that webpack.node.config.ts names, or an absolute path
 * @param folder where it runs, the root unless said otherwise
 */
export function startProcess(
  program: string,
  parameters: readonly string[],
  variables: Record<string, string>,
  input = '',
  folder = repository,
): TestProcess {
  const child = spawn(process.execPath, [path.resolve(repository, 'dist', program), ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.end(input);
  running.add(child);
  child.once('close', () => running.delete(child));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { id: child.pid, output: () => output, errors: () => errors, exit, kill: (signal) => child.kill(signal) };
}

/** Starts the server's own process and waits until it is ready. */
export async function startServerProcess(
  variables: Record<string, string>,
  program = 'server/main.js',
): Promise<TestProcess & { url: string }> {
  const server = startProcess(program, [], variables);
  const url = await waitFor(async () => /ready at (\S+)/.exec(server.output())?.[1]);
  return { ...server, url };
}

/** For `afterAll`: a failed test leaves its processes behind, and Jest would wait for them. */
export function killProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
