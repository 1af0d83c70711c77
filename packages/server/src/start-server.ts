import { registerApiRoutes } from './api-routes';
import { registerJwksRoutes } from './auth/jwks-routes';
import { createClosers } from './closers';
import { defaultConfiguration, readConfiguration } from './configuration/base-configuration';
import { createHostConfiguration } from './configuration/host-configuration';
import { closeApp, createApp } from './create-app';
import { createServices, type ServiceOptions } from './create-services';
import type { Database } from './database/database';
import { openEmbeddedDatabase, openPostgres } from './database/open-database';
import { seedDemo } from './demo/seed-demo';
import { registerDeployerRoutes } from './deployer/deployer-routes';
import type { Environment } from './environment';
import { answerNotFound } from './errors/answer-error';
import { startModuleServer } from './example-modules/start-module-server';
import { registerHealthRoutes } from './health-routes';
import { listen, requireFreePort } from './listen';
import { registerMediaRoutes } from './media/media-routes';
import { distDirectory } from './page/dist-directory';
import { registerPageHost } from './page/page-host';
import type { ImportMapFor } from './page/requested-import-map';
import { registerModuleFileRoutes } from './publishing/module-file-routes';
import { registerRealtimeRoutes } from './realtime/realtime-routes';

const defaultModulesPort = 9100;

/** A server that takes calls. */
export interface RunningServer {
  readonly url: string;
  /** Where the example modules are served, if they are. */
  readonly modulesUrl: string | undefined;
  /** Whether the database has the demo accounts. */
  readonly hasDemo: boolean;
  /** Takes no more calls, finishes those under way, and closes the database. */
  close(): Promise<void>;
}

/** What tests replace, the database among it. */
export interface ServerOptions extends ServiceOptions {
  readonly openDatabase?: () => Promise<Database>;
}

/**
 * Starts the platform: page, API, media and, on the embedded default, the example modules.
 * @throws StartupError when the operator has to change something; whatever was opened is closed again
 */
export async function startServer(environment: Environment, options: ServerOptions = {}): Promise<RunningServer> {
  const { DATABASE_URL, HOST, PORT, PORTICO_CONFIG, PORTICO_DATA, PORTICO_DEMO } = environment;
  const isEmbedded = DATABASE_URL === undefined;
  const configured = PORTICO_CONFIG === undefined ? undefined : await readConfiguration(PORTICO_CONFIG);
  const modulesPort = environment.MODULES_PORT ?? (isEmbedded ? defaultModulesPort : undefined);
  const closers = createClosers();
  try {
    await requireFreePort(HOST, PORT);
    if (modulesPort !== undefined) await requireFreePort(HOST, modulesPort);
    const openDatabase = () => (isEmbedded ? openEmbeddedDatabase(PORTICO_DATA) : openPostgres(DATABASE_URL));
    const database = await (options.openDatabase ?? openDatabase)();
    closers.add(() => database.close());

    const app = createApp(environment);
    const modules = modulesPort === undefined ? undefined : await startModuleServer(HOST, modulesPort);
    closers.add(async () => modules?.close());
    const base = configured ?? defaultConfiguration(environment, modules?.url);
    const services = await createServices(environment, options, database.executor, app.log, base);
    closers.add(() => services.realtime.close());
    closers.add(() => services.background.settled());
    closers.add(async () => services.push?.close());
    const wantsDemo = (PORTICO_DEMO ?? (isLoopback(HOST) ? 'on' : 'off')) === 'on';
    const hasDemo = isEmbedded && wantsDemo && (await seedDemo(services, PORTICO_DATA));

    registerHealthRoutes(app, services);
    registerJwksRoutes(app, services);
    if (services.embeddedBroker) registerRealtimeRoutes(app, services, services.embeddedBroker);
    await app.register((scope) => registerApiRoutes(scope, services), { prefix: '/api' });
    await app.register((scope) => registerMediaRoutes(scope, PORTICO_DATA), { prefix: '/media' });
    const hostConfiguration = createHostConfiguration(base, database.executor);
    await app.register((scope) => registerModuleFileRoutes(scope, services), { prefix: '/modules' });
    await app.register((scope) => registerDeployerRoutes(scope, services), { prefix: '/deployer' });
    const importMapFor: ImportMapFor = (hostname, cohort) =>
      services.publishing.importMap.mapFor({ tenant: hostConfiguration.tenantOf(hostname), cohort });
    await app.register((scope) => registerPageHost(scope, { ...hostConfiguration, importMapFor, distDirectory }));
    app.setNotFoundHandler(answerNotFound);

    closers.add(() => closeApp(app));
    return { url: await listen(app, HOST, PORT), modulesUrl: modules?.url, hasDemo, close: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Whether only this machine reaches the host: the password of the demo accounts is published. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
