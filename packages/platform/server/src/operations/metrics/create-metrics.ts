import { isIP } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listen } from '../../http/listen';
import { settlesWithin } from '../../process/background-tasks';
import type { MetricSources } from './metric-sources';

/** How long counts of the database are cached, and the timeout of a read. In milliseconds. */
const defaultTimes = { maxAge: 60_000, timeout: 2_000 };

/** Limits the series: each rollout has two. `portico_rollouts` counts all. */
const maxListedRollouts = 50;

const secondsOfMillisecond = 0.001;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one server, in the format of Prometheus. */
export type Metrics = Awaited<ReturnType<typeof createMetrics>>;

export async function createMetrics(times = defaultTimes) {
  // Imported here, because most servers have no metrics.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const updates: (() => Promise<void>)[] = [];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  });

  /** Adds a gauge that each scrape sets. It has no series while `list` returns no readings. */
  function addGauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    list: () => Promise<readonly Reading<Label>[]> | readonly Reading<Label>[],
  ): void {
    const gauge = new Gauge({ name, help, labelNames, registers });
    updates.push(async () => {
      const readings = await list();
      gauge.reset();
      // `reset` sets a gauge without labels to 0.
      if (readings.length === 0) gauge.remove({});
      for (const { labels = {}, value } of readings) gauge.set(labels, value);
    });
  }

  return {
    /** Returns all metrics, in the format of OpenMetrics if `accept` has it, otherwise in that of Prometheus. */
    read: async (accept = '') => {
      await Promise.all(updates.map((update) => update()));
      const text = await registry.metrics();
      return accept.includes('application/openmetrics-text')
        ? { type: Registry.OPENMETRICS_CONTENT_TYPE, text: toOpenMetrics(text) }
        : { type: registry.contentType, text };
    },
    /** Measures the requests of all routes that are registered later. */
    measureRequests: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, { elapsedTime, statusCode }) => {
        // The route pattern, because the number of addresses is unbounded.
        const labels = { method, route: routeOptions.url ?? 'none', status: statusCode };
        durations.observe(labels, elapsedTime * secondsOfMillisecond);
      });
    },
    addSources: (sources: MetricSources): void => {
      const { countConnections, getHashingLoad, getPool } = sources;
      const ping = createSnapshot(sources.pingDatabase, { ...times, maxAge: 1 });
      const sessions = createSnapshot(sources.countSessions, times);
      const rollouts = createSnapshot(sources.listRollouts, times);

      addGauge('portico_database_up', 'Whether the database answers.', [], async () => [
        { value: (await ping()) === undefined ? 0 : 1 },
      ]);
      addGauge('portico_sessions', 'Sessions that have not ended, counted once a minute.', [], async () =>
        toReadings(await sessions()),
      );
      addGauge('portico_rollouts', 'Versions in rollout.', [], async () => toReadings((await rollouts())?.length));
      addGauge(
        'portico_rollout_users',
        'Users who loaded a version in rollout, by the outcome, counted once a minute.',
        ['module', 'version', 'kind', 'outcome'],
        async () =>
          ((await rollouts()) ?? []).slice(0, maxListedRollouts).flatMap(({ mounted, failed, ...labels }) => [
            { labels: { ...labels, outcome: 'mounted' }, value: mounted },
            { labels: { ...labels, outcome: 'failed' }, value: failed },
          ]),
      );
      addGauge('portico_hashing_calls', 'Calls that hash a password or a code, or wait for that.', ['state'], () => {
        const { running, waiting } = getHashingLoad();
        return [
          { labels: { state: 'running' }, value: running },
          { labels: { state: 'waiting' }, value: waiting },
        ];
      });
      new Counter({
        name: 'portico_hashing_refused_total',
        help: 'Calls refused because too many waited to hash.',
        registers,
        collect() {
          this.reset();
          this.inc(getHashingLoad().refused);
        },
      });
      addGauge('portico_database_connections', 'Connections of the pool, and calls that wait for one.', ['state'], () =>
        Object.entries(getPool?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
      );
      addGauge('portico_realtime_connections', 'Connections to the embedded broker.', ['kind'], () =>
        Object.entries(countConnections?.() ?? {}).map(([kind, value]) => ({ labels: { kind }, value })),
      );
    },
  };
}

interface Reading<Label extends string> {
  readonly labels?: Partial<Record<Label, string>>;
  readonly value: number;
}

function toReadings(value: number | undefined) {
  return value === undefined ? [] : [{ value }];
}

/**
 * Converts the format of Prometheus into OpenMetrics 1.0.0: a counter is named without the suffix of its samples, numbers
 * in `le` are canonical, no line is empty, and the last line marks the end. Once prom-client has written OpenMetrics, the
 * counters of its registry have other names in the format of Prometheus.
 */
function toOpenMetrics(text: string): string {
  const metrics = text
    .replace(/^# HELP (\S+)_total (.*)\n# TYPE \1_total counter$/gm, '# HELP $1 $2\n# TYPE $1 counter')
    .replace(/\ble="(\d+)"/g, 'le="$1.0"')
    .replace(/\n{2,}/g, '\n');
  return `${metrics}# EOF\n`;
}

/** Serves `/metrics` on its own port, which only the monitoring reaches, by its host, addresses and these names. */
export async function serveMetrics({ read }: Metrics, host: string, port: number, names: readonly string[] = []) {
  const app = fastify({ forceCloseConnections: true });
  const allowed = [host.toLowerCase(), 'localhost', ...names];
  app.addHook('onRequest', async ({ hostname }, reply) => {
    // Otherwise a page could read the figures in a browser on this machine, by a name that resolves to this port.
    if (allowed.includes(hostname.toLowerCase()) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return;
    return reply.code(421).send('METRICS_ALLOWED_HOSTS does not have this host name.');
  });
  app.get('/metrics', async ({ headers }, reply) => {
    const { text, type } = await read(headers.accept);
    return reply.type(type).header('Vary', 'Accept').send(text);
  });
  const url = await listen(app, host, port);
  return { url: `${url}/metrics`, close: async () => app.close() };
}

/** Caches a value for `maxAge`; `undefined` while it cannot be read in time. A late read continues for later calls. */
export function createSnapshot<Value extends NonNullable<unknown>>(
  read: () => Promise<Value>,
  { maxAge, timeout }: { readonly maxAge: number; readonly timeout: number },
): () => Promise<Value | undefined> {
  const cache = new LRUCache<string, Value>({ max: 1, ttl: maxAge, fetchMethod: read });
  return async () => {
    const reading = cache.fetch('').catch(() => undefined);
    return (await settlesWithin(reading, timeout)) ? reading : undefined;
  };
}
