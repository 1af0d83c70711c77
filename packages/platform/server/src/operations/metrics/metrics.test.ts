import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

const monitoring = path.join(import.meta.dirname, '../../../monitoring');

const count = 'portico_http_request_duration_seconds_count';

const server = testServer({ METRICS_PORT: '0' }, { hasShell: true });
let text: string;
beforeAll(async () => {
  const { call, signIn } = server;
  const { createToken, outcome, published } = publishingCalls(server);
  const { token } = await createToken('smsa');
  await published(token, 'smsa', 'one');
  const { version } = await published(token, 'smsa', 'two');
  const session = await signIn('ana@portico.test');
  await outcome(session.token, 'smsa', version ?? '', 'mounted');
  await call('POST', '/api/auth', { body: { email: 'ana@portico.test', password: 'wrong' } });
  for (const address of ['/smsa/orders/7', '/smsa/orders/8', '/api/nothing/7']) await call('GET', address);
  // The server measures requests after their answers, and a scrape may miss values of a busy database.
  const lines = [
    `${count}{method="GET",route="/*",status="200"} 2`,
    `${count}{method="GET",route="/api/*",status="404"} 1`,
    'portico_database_up 1',
    'portico_sessions 1',
    'portico_rollouts 1',
  ];
  text = await waitFor(async () => {
    const answer = await (await fetch(server.metricsUrl)).text();
    return lines.every((line) => answer.includes(`\n${line}\n`)) ? answer : undefined;
  });
});

const getValue = (series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test.each([
  [`${count}{method="POST",route="/api/auth",status="200"}`, '1'],
  [`${count}{method="POST",route="/api/auth",status="401"}`, '1'],
  [`${count}{method="GET",route="/*",status="200"}`, '2'],
  [`${count}{method="GET",route="/api/*",status="404"}`, '1'],
  ['portico_database_up', '1'],
  ['portico_sessions', '1'],
  ['portico_realtime_connections{kind="user"}', '0'],
  ['portico_realtime_connections{kind="anonymous"}', '0'],
  ['portico_hashing_calls{state="running"}', '0'],
  ['portico_hashing_calls{state="waiting"}', '0'],
  ['portico_hashing_refused_total', '0'],
  ['portico_rollouts', '1'],
])('%s is %s', (series, value) => {
  expect(getValue(series)).toBe(value);
});

test('rollouts are counted by module and version', () => {
  expect(text).toMatch(/^portico_rollout_users\{module="smsa",version="[^"]+",kind="live",outcome="mounted"\} 1$/m);
  expect(text).toMatch(/^portico_rollout_users\{module="smsa",version="[^"]+",kind="live",outcome="failed"\} 0$/m);
});

// The long runs install it.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
(hasPromtool ? test : test.skip)('promtool accepts the format', () => {
  const ours = text.split(/^(?=# HELP )/m).filter((part) => part.startsWith('# HELP portico_'));
  expect(spawnSync('promtool', ['check', 'metrics'], { input: ours.join(''), encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test('a scraper that accepts OpenMetrics gets it, with canonical numbers in labels', async () => {
  const answer = await fetch(server.metricsUrl, { headers: { accept: 'application/openmetrics-text' } });
  const openMetrics = await answer.text();
  expect(openMetrics).toMatch(/^portico_http_request_duration_seconds_bucket\{le="1\.0",/m);
  expect(openMetrics).not.toMatch(/le="\d+"/);
  // The format of Prometheus stays as it is.
  expect(await (await fetch(server.metricsUrl)).text()).toMatch(/^# TYPE portico_hashing_refused_total counter$/m);
});

test('the pool is that of PostgreSQL', () => {
  expect(text.includes('portico_database_connections{state="idle"}')).toBe(process.env.TEST_ENGINE === 'postgres');
});

test('the port serves only metrics, and the portal serves none', async () => {
  expect((await fetch(new URL('/', server.metricsUrl))).status).toBe(404);
  expect((await fetch(server.metricsUrl, { method: 'POST' })).status).toBe(404);
  expect(await (await server.call('GET', '/metrics')).text()).not.toContain('portico_sessions');
});

test.each(['dashboard.json', 'alerts.yml', 'alerts.test.yml'])('every metric that %s names exists', (file) => {
  const named =
    readFileSync(path.join(monitoring, file), 'utf8').match(/\b(?:portico|process|nodejs)_[a-z0-9_]+/g) ?? [];
  const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const find = (name: string) => [name, name.replace(/_(?:bucket|count|sum)$/, '')].some((one) => served.has(one));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !find(name))).toEqual([]);
});

test.each(['dashboard.json', 'alerts.yml'])('every label that %s names exists', (file) => {
  const queries = readFileSync(path.join(monitoring, file), 'utf8').replaceAll('\\"', '"');
  const find = (pattern: RegExp) => [...queries.matchAll(pattern)].flatMap(([, names = '']) => names.split(', '));
  const named = [...find(/\bby \(([^)]*)\)/g), ...find(/[{,]\s*(\w+)=~?"/g)];
  // Prometheus adds the first two.
  const served = ['job', 'instance', ...[...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name)];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !served.includes(name))).toEqual([]);
});
