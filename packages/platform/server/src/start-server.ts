import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { sendDueInvitations } from './access/invitations/invitation-mails';
import { sendDueAnnouncements } from './announcements/send-announcements';
import { registerApiRoutes } from './api-routes';
import { createServices, type ServiceOptions, type Services } from './create-services';
import type { Database } from './database/database';
import { createDatabaseClock } from './database/database-clock';
import { openEmbeddedDatabase, openPostgres } from './database/open-database';
import { seedDemo } from './demo/seed-demo';
import { startModuleServer } from './demo/start-module-server';
import { ApiError } from './http/api-error';
import { addDrain, closeApp, createApp, type Drain } from './http/create-app';
import { listen, requireFreePort } from './http/listen';
import { revokeEndedTokens } from './identity/providers/revoke-tokens';
import { registerJwksRoutes } from './identity/sessions/session-routes';
import { registerMediaRoutes } from './media/media-routes';
import { afterSessionCalls, createSessionCheck } from './messaging/realtime/realtime';
import { registerRealtimeRoutes } from './messaging/realtime/realtime-routes';
import { createMetrics, serveMetrics } from './operations/metrics/create-metrics';
import { createMetricSources } from './operations/metrics/metric-sources';
import { startRetention } from './operations/retention';
import { startTracing } from './operations/tracing';
import { createMapCheck } from './pages/check-import-map';
import { createReadHost } from './pages/host-configuration';
import { registerPageHost } from './pages/page-host';
import { createShellFileStore } from './pages/shell-file-store';
import { registerWellKnownRoutes } from './pages/well-known-routes';
import { type Environment, isLoopback } from './process/environment';
import { distFolder, hasExamples, hasFreeSpace, requireDataFolder } from './process/folders';
import { defaultConfiguration, readConfiguration } from './process/server-configuration';
import { advancePlans } from './registry/audiences/rollout-plans';
import { requireImportMap } from './registry/build-files';
import { registerDeployerRoutes } from './registry/deployer/deployer-routes';
import { registerModuleFileRoutes } from './registry/serving/module-file-routes';

const defaultModulesPort = 9100;

/** How often each process looks for work that is due, in milliseconds. */
const intervals = { invitations: 60_000, announcements: 30_000, rollouts: 2_000, mapCheck: 10_000 };

/** A running server. */
export interface RunningServer {
  readonly url: string;
  /** The address of the example modules, if they are served. */
  readonly modulesUrl: string | undefined;
  /** The address of the metrics, if they are served. */
  readonly metricsUrl: string | undefined;
  /** Whether the database has the demo accounts. */
  readonly hasDemo: boolean;
  /** Makes `/health/ready` answer 503. The server still serves until `close`. */
  drain(): void;
  /** Refuses new requests, waits for the current ones, and closes the database. */
  close(): Promise<void>;
}

/** Replacements for tests. */
export interface ServerOptions extends ServiceOptions {
  readonly openDatabase?: () => Promise<Database>;
  /** Called before the routes are registered. */
  readonly prepareApp?: (app: FastifyInstance) => void;
  /** The folder of the build. */
  readonly distDirectory?: string;
}

/**
 * Starts the server: page, API, media and, on the embedded database, the example modules.
 * @throws StartupError when the operator has to change something. Closes everything that it opened.
 */
export async function startServer(environment: Environment, options: ServerOptions = {}): Promise<RunningServer> {
  const { DATABASE_URL, HOST, METRICS_ALLOWED_HOSTS, METRICS_HOST, METRICS_PORT, PORT } = environment;
  const { PORTICO_CONFIG, PORTICO_DATA, PORTICO_DEMO, PORTICO_IMPORT_MAP } = environment;
  const isEmbedded = DATABASE_URL === undefined;
  const configured = PORTICO_CONFIG === undefined ? undefined : await readConfiguration(PORTICO_CONFIG);
  if (PORTICO_IMPORT_MAP !== undefined) await requireImportMap(PORTICO_IMPORT_MAP);
  const modulesPort = environment.MODULES_PORT ?? (isEmbedded && hasExamples ? defaultModulesPort : undefined);
  const app = createApp(environment);
  // Runs in the reverse order, after the last answer. A failure does not stop the others: mails are still being sent, and
  // the data folder is locked.
  const onClose = (close: () => Promise<void>) => app.addHook('onClose', close);
  try {
    await requireDataFolder(PORTICO_DATA);
    await Promise.all([
      requireFreePort(HOST, PORT),
      requireFreePort(HOST, modulesPort ?? 0),
      requireFreePort(METRICS_HOST, METRICS_PORT ?? 0),
    ]);
    // Starts while the database opens, which is partly waiting.
    const startingModules = modulesPort === undefined ? undefined : startModuleServer(HOST, modulesPort);
    const opened = startingModules?.catch(() => undefined);
    onClose(async () => (await opened)?.close());
    const openDatabase = () => (isEmbedded ? openEmbeddedDatabase(PORTICO_DATA) : openPostgres(DATABASE_URL));
    const database = await (options.openDatabase ?? openDatabase)();
    onClose(() => database.close());

    const drain = addDrain(app);
    options.prepareApp?.(app);
    const metrics = METRICS_PORT === undefined ? undefined : await createMetrics();
    metrics?.measureRequests(app);
    const tracing = await startTracing(environment, app.log);
    tracing?.traceRequests(app);
    if (tracing) database.traceQueries?.(tracing.traceQuery);
    onClose(async () => tracing?.close());
    const modules = await startingModules;
    const base = configured ?? defaultConfiguration(environment, modules?.url);
    const clock = await createDatabaseClock(database.executor, app.log);
    onClose(clock.close);
    const serviceOptions = { ...options, now: options.now ?? clock.now };
    const services = await createServices(environment, serviceOptions, database.executor, app.log, base);
    onClose(() => services.realtime.close());
    const { background } = services;
    onClose(background.close);
    onClose(async () => services.push?.close());
    onClose(services.closeHosts);
    background.repeat(intervals.invitations, () => sendDueInvitations(services));
    background.repeat(intervals.announcements, () => sendDueAnnouncements(services));
    background.repeat(intervals.rollouts, () => advancePlans(services));
    onClose(startRetention(services, PORTICO_DATA, isEmbedded).close);
    // Other hosts get no demo, because its password is public.
    const wantsDemo = (PORTICO_DEMO ?? (hasExamples && isLoopback(HOST) ? 'on' : 'off')) === 'on';
    const hasDemo = isEmbedded && wantsDemo && (await seedDemo(services, PORTICO_DATA));

    const { distDirectory = distFolder } = options;
    const isMapUsable = createMapCheck({
      file: PORTICO_IMPORT_MAP ?? path.join(distDirectory, 'import-map.json'),
      readBase: services.registry.importMap.readBase,
      moduleOrigins: base.moduleOrigins,
      distDirectory,
      store: createShellFileStore(database.executor, services.now),
      log: app.log,
    });
    app.addHook('onReady', async () => void (await isMapUsable()));
    // Logs the problems of a changed map also where no probe asks.
    background.repeat(intervals.mapCheck, async () => void (await isMapUsable().catch(() => {})));
    registerHealthRoutes(app, services, drain, isMapUsable);
    registerJwksRoutes(app, services);
    await registerWellKnownRoutes(app, environment);
    const revocation = createSessionCheck(() => revokeEndedTokens(services), app.log);
    onClose(revocation.close);
    afterSessionCalls(app, () => {
      services.realtime.disconnectEndedSessions();
      revocation.run();
    });
    if (services.embeddedBroker) registerRealtimeRoutes(app, services, services.embeddedBroker);
    await app.register((scope) => registerApiRoutes(scope, services, PORTICO_DATA), { prefix: '/api' });
    await app.register((scope) => registerMediaRoutes(scope, database.executor, PORTICO_DATA), { prefix: '/media' });
    await app.register((scope) => registerModuleFileRoutes(scope, services, base), { prefix: '/modules' });
    await app.register((scope) => registerDeployerRoutes(scope, services), { prefix: '/deployer' });
    const readHost = createReadHost(base, database.executor, services);
    await app.register((scope) => registerPageHost(scope, services, readHost, distDirectory));
    metrics?.addSources(createMetricSources(services, database));
    const metricsServer =
      metrics && (await serveMetrics(metrics, METRICS_HOST, METRICS_PORT ?? 0, METRICS_ALLOWED_HOSTS));
    onClose(async () => metricsServer?.close());

    const url = await listen(app, HOST, PORT);
    return {
      url,
      modulesUrl: modules?.url,
      metricsUrl: metricsServer?.url,
      hasDemo,
      drain: drain.start,
      close: () => closeApp(app),
    };
  } catch (error) {
    await closeApp(app);
    throw error;
  }
}

/** Registers the health checks for load balancers. While the server closes, Fastify itself answers 503. */
function registerHealthRoutes(
  app: FastifyInstance,
  { database, environment, realtime, registry }: Services,
  drain: Drain,
  isMapUsable: () => Promise<boolean>,
): void {
  const ok = { status: 'ok' };
  app.get('/health', async () => ok);
  app.get('/health/live', async () => ok);
  app.get('/health/ready', async (request, reply) => {
    if (drain.isDraining()) return reply.code(503).send({ status: 'stopping' });
    let isUsable: boolean;
    try {
      await database.execute(sql`select 1`);
      isUsable = await isMapUsable();
      if (isUsable) await registry.importMap.getMap({});
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      throw new ApiError(503, 'not-ready', { cause: error });
    }
    if (!isUsable || !(await realtime.isReady())) throw new ApiError(503, 'not-ready');
    if (!(await hasFreeSpace(environment.PORTICO_DATA))) {
      request.log.error('The disk of PORTICO_DATA is full');
      throw new ApiError(503, 'not-ready');
    }
    return ok;
  });
}
