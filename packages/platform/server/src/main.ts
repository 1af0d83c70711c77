import { compilePglite } from './database/compile-pglite';
import { demoPassword, demoUsers } from './demo/demo-data';
import { readEnvironment } from './process/environment';
import { StartupError } from './process/startup-error';
import type { RunningServer } from './start-server';

/** Platforms kill a process that takes longer. */
const closeLimitMilliseconds = 8_000;

try {
  const environment = readEnvironment(process.env);
  // Goes on while the server is loaded. Opening the database reports its failure.
  if (environment.DATABASE_URL === undefined) compilePglite().catch(() => {});
  const { startServer } = await import('./start-server');
  const server = await startServer(environment);
  welcome(server, environment.PORTICO_DATA);
  // A terminal and a supervisor may both send a signal.
  let isStopping = false;
  const stopOnce = () => {
    if (!isStopping) void stop(server);
    isStopping = true;
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopOnce);
} catch (error) {
  // The cause may contain addresses with passwords, so it is not logged.
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

function welcome({ url, modulesUrl, hasDemo }: RunningServer, dataFolder: string): void {
  console.log(`Portico is ready at ${url}`);
  if (modulesUrl !== undefined) console.log(`Example modules: ${modulesUrl}`);
  if (hasDemo) {
    const { port } = new URL(url);
    console.log(`Tenants: http://smsa.localhost:${port} and http://finouro.localhost:${port}`);
    console.log(`Demo accounts: ${demoUsers.map(({ email }) => email).join(', ')}; password ${demoPassword}`);
  }
  console.log(`Data and the operator's key: ${dataFolder}`);
}

async function stop(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), closeLimitMilliseconds).unref();
  try {
    await server.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
