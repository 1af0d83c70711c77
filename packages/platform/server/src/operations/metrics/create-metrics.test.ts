import { createMetrics } from './create-metrics';
import type { MetricSources } from './metric-sources';

const rollout = (index: number) => ({
  module: `m${index}`,
  version: '1',
  kind: 'canary' as const,
  mounted: index,
  failed: 0,
});

async function readMetrics(sources: Partial<MetricSources>, accept?: string): Promise<string> {
  const metrics = await createMetrics({ maxAge: 0, timeout: 20 });
  metrics.addSources({
    pingDatabase: async () => true,
    countSessions: async () => 3,
    listRollouts: async () => [],
    getHashingLoad: () => ({ running: 2, waiting: 7, refused: 4 }),
    getPool: undefined,
    countConnections: undefined,
    ...sources,
  });
  return (await metrics.read(accept)).text;
}

test('figures of the database are absent while it does not answer', async () => {
  const away = () => Promise.reject(new Error('away'));
  const hanging = () => new Promise<never>(() => {});
  const text = await readMetrics({ pingDatabase: hanging, countSessions: away, listRollouts: hanging });
  expect(text).toContain('portico_database_up 0\n');
  expect(text).not.toMatch(/^portico_(?:sessions|rollouts|rollout_users)\b/m);
  expect(text).toContain('portico_hashing_calls{state="waiting"} 7\n');
  expect(text).toContain('portico_hashing_refused_total 4\n');
});

test('rollouts beyond fifty have no series of their own', async () => {
  const text = await readMetrics({
    listRollouts: async () => Array.from({ length: 60 }, (_, index) => rollout(index)),
  });
  expect(text).toContain('portico_rollouts 60\n');
  expect(text.match(/^portico_rollout_users\{.*outcome="mounted"/gm)).toHaveLength(50);
});

test('OpenMetrics names counters without their suffix and ends with a mark', async () => {
  const text = await readMetrics({}, 'application/openmetrics-text; version=1.0.0');
  expect(text).toMatch(/^# TYPE portico_hashing_refused counter\nportico_hashing_refused_total 4$/m);
  expect(text).not.toMatch(/^# TYPE \S+_total counter$|\n\n/m);
  expect(text.endsWith('\n# EOF\n')).toBe(true);
});
