import { setTimeout as wait } from 'node:timers/promises';
import { demoPassword, demoUsers } from './demo/demo-data';
import { readEnvironment } from './process/environment';
import { StartupError } from './process/startup-error';
import type { RunningServer } from './start-server';

/** Limit for closing after the drain. Container platforms kill a slower process. */
const closeLimitMilliseconds = 8_000;
const drainSecondsOnPostgres = 10;

const isRestore = process.argv[2] === 'restore';
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Process 1 of a container ignores a signal without a handler. On exit, `proper-lockfile` releases the data folder. */
const endStart = () => process.exit(isRestore ? 1 : 0);
for (const signal of signals) process.on(signal, endStart);

try {
  const environment = readEnvironment(process.env);
  if (isRestore) {
    const { runRestore } = await import('./operations/backup/restore-backup');
    console.log(`Restored ${await runRestore(environment, process.argv[3])} rows.`);
    process.exit(0);
  }
  const { startServer } = await import('./start-server');
  const server = await startServer(environment);
  welcome(server, environment.PORTICO_DATA);
  const { DATABASE_URL, PORTICO_DRAIN_SECONDS } = environment;
  // An embedded database has no other server that could answer.
  const drainSeconds = PORTICO_DRAIN_SECONDS ?? (DATABASE_URL === undefined ? 0 : drainSecondsOnPostgres);
  const drained = new AbortController();
  let isStopping = false;
  const handleSignal = () => {
    if (isStopping) drained.abort();
    else void stop(server, drainSeconds, drained.signal);
    isStopping = true;
  };
  for (const signal of signals) process.off(signal, endStart).on(signal, handleSignal);
} catch (error) {
  // The cause may contain addresses with passwords, so it is not logged.
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

function welcome({ url, modulesUrl, metricsUrl, hasDemo }: RunningServer, dataFolder: string): void {
  console.log(`Portico is ready at ${url}`);
  if (modulesUrl !== undefined) console.log(`Example modules: ${modulesUrl}`);
  if (metricsUrl !== undefined) console.log(`Metrics: ${metricsUrl}`);
  if (hasDemo) {
    const { port } = new URL(url);
    console.log(`Tenants: http://smsa.localhost:${port} and http://finouro.localhost:${port}`);
    console.log(`Demo accounts: ${demoUsers.map(({ email }) => email).join(', ')}; password ${demoPassword}`);
  }
  console.log(`Data and the operator's key: ${dataFolder}`);
}

/** @param signal ends the drain, so that a second SIGTERM or SIGINT stops the server immediately */
async function stop(server: RunningServer, drainSeconds: number, signal: AbortSignal): Promise<void> {
  if (drainSeconds > 0) {
    server.drain();
    console.log(`Portico stops in ${drainSeconds} s; a second signal stops it immediately`);
    await wait(drainSeconds * 1000, undefined, { signal }).catch(() => {});
  }
  setTimeout(() => process.exit(1), closeLimitMilliseconds).unref();
  try {
    await server.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
