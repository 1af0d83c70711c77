import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '../../database/database';
import { listen } from '../../http/listen';
import type { PasswordHasher } from '../../identity/passwords/password-hasher';
import type { EmbeddedBroker } from '../../messaging/realtime/embedded-broker';
import { settlesWithin } from '../../process/background-tasks';

/** Sources that each scrape reads. */
export interface MetricSources {
  /** Fails while the database does not answer. */
  readonly pingDatabase: () => Promise<unknown>;
  readonly countSessions: () => Promise<number>;
  readonly listRollouts: () => Promise<readonly RolloutFigures[]>;
  readonly getHashingLoad: PasswordHasher['getLoad'];
  /** Absent with the embedded database. */
  readonly getPool?: Database['getPool'] | undefined;
  /** Absent with an external broker. */
  readonly countConnections?: EmbeddedBroker['countConnections'] | undefined;
}

/** The users of a version in rollout, by outcome. */
export interface RolloutFigures {
  readonly module: string;
  readonly version: string;
  readonly kind: 'live' | 'canary';
  readonly mounted: number;
  readonly failed: number;
}

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
    contentType: registry.contentType,
    /** @returns the text of all metrics */
    read: async (): Promise<string> => {
      await Promise.all(updates.map((update) => update()));
      return registry.metrics();
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
      const ping = createSnapshot(sources.pingDatabase, { ...times, maxAge: 0 });
      const sessions = createSnapshot(sources.countSessions, times);
      const rollouts = createSnapshot(sources.listRollouts, times);

      addGauge('portico_database_up', 'Whether the database answers.', [], async () => [
        { value: (await ping()) === undefined ? 0 : 1 },
      ]);
      addGauge('portico_sessions', 'Sessions that have not ended, counted once a minute.', [], async () => {
        const value = await sessions();
        return value === undefined ? [] : [{ value }];
      });
      addGauge('portico_rollouts', 'Versions in rollout.', [], async () => {
        const list = await rollouts();
        return list === undefined ? [] : [{ value: list.length }];
      });
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

/** Serves `/metrics` on its own port, which only the monitoring reaches. */
export async function serveMetrics(
  { contentType, read }: Metrics,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await read()));
  const url = await listen(app, host, port);
  return { url: `${url}/metrics`, close: (): Promise<void> => app.close() };
}

/**
 * Caches a value for `maxAge` and deduplicates its reads. A read that takes longer than `timeout` continues for later
 * calls.
 * @returns the value; `undefined` while it cannot be read
 */
export function createSnapshot<Value>(
  read: () => Promise<Value>,
  { maxAge, timeout }: { readonly maxAge: number; readonly timeout: number },
): () => Promise<Value | undefined> {
  let last: { readonly value: Value; readonly at: number } | undefined;
  let reading: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    try {
      const value = await read();
      last = { value, at: performance.now() };
    } catch {
      last = undefined;
    }
    reading = undefined;
  }

  return async () => {
    if (last === undefined || performance.now() - last.at >= maxAge) {
      reading ??= readAgain();
      const isInTime = await settlesWithin(reading, timeout);
      if (!isInTime) return undefined;
    }
    return last?.value;
  };
}
