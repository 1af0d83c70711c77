import fastify, { type FastifyInstance } from 'fastify';
import { policyReportPath, registerPolicyReportRoute } from './policy-report-routes';

const imports = {
  react: '/@portico/react.js',
  '@module/smsa': '/modules/smsa/1.4.0/app.js',
  '@module/stock': 'https://cdn.test/stock/2/app.js',
  '@module/stock-lists': 'https://cdn.test/stock/2/lists/app.js',
  '@module/welcome': '/welcome.js',
  '@acme/api': '/modules/@acme/api/2.0.0/api.js',
};

const home = 'https://acme.test/';

let app: FastifyInstance;
let lines: {
  readonly msg: string;
  readonly violation: Readonly<Record<'module' | 'shownBy' | 'kind' | 'declare' | 'allow', string | undefined>>;
}[];
beforeEach(() => {
  lines = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = fastify({ logger: { level: 'warn', stream }, trustProxy: true });
  registerPolicyReportRoute(app, async () => imports);
});
afterEach(() => app.close());

/** Sends a violation as a browser does, and returns the status. */
async function send(report: object, address = '192.0.2.1'): Promise<number> {
  const body = { 'csp-report': { 'document-uri': 'https://acme.test/smsa/a?token=1', ...report } };
  const headers = { 'content-type': 'application/csp-report', 'x-forwarded-for': address };
  const options = { method: 'POST', url: policyReportPath, headers, payload: JSON.stringify(body) } as const;
  return (await app.inject(options)).statusCode;
}

test('the log names the responsible module, without queries of addresses', async () => {
  const report = {
    'blocked-uri': 'https://tracker.test/p.gif?user=ana#x',
    'effective-directive': 'img-src',
    'source-file': 'https://acme.test/modules/smsa/1.4.0/chunks/2.js?v=1',
    'line-number': 7,
  };
  expect(await send(report)).toBe(204);
  expect(lines[0]?.msg).toMatch(/^Unverified report, which anybody may send/);
  expect(lines.map(({ violation }) => violation)).toEqual([
    {
      module: 'smsa',
      shownBy: 'script',
      kind: 'images',
      declare: '"portico": { "policy": { "images": ["https://tracker.test"] } }',
      allow: '"modulePolicy": { "smsa": { "images": ["https://tracker.test"] } }',
      directive: 'img-src',
      blocked: 'https://tracker.test/p.gif',
      source: 'https://acme.test/modules/smsa/1.4.0/chunks/2.js',
      line: 7,
      page: 'https://acme.test/smsa/a',
    },
  ]);
});

test.each([
  [{ 'source-file': 'https://cdn.test/stock/2/12.js', 'blocked-uri': 'eval' }, 'stock script'],
  [{ 'source-file': 'https://cdn.test/stock/2/lists/12.js' }, 'stock-lists script'],
  [{ 'blocked-uri': 'https://cdn.test/stock/2/logo.svg' }, 'stock file'],
  [{ 'source-file': 'https://acme.test/modules/@acme/api/2.0.0/ky.js' }, '@acme/api script'],
  [{ 'blocked-uri': 'https://tracker.test/p.gif' }, 'smsa page'],
  [{ 'source-file': 'https://acme.test/@portico/react.js', 'blocked-uri': 'inline' }, 'smsa page'],
  [{ 'document-uri': 'https://acme.test/welcome', 'source-file': 'https://acme.test/welcome.js' }, 'welcome page'],
  [{ 'document-uri': 'https://acme.test/%73msa/x', 'blocked-uri': 'eval' }, 'smsa page'],
  [{ 'document-uri': home, 'source-file': 'https://cdn.test/stock/20/12.js' }, undefined],
  [{ 'document-uri': home, 'source-file': 'https://other.test/modules/smsa/1.4.0/app.js' }, undefined],
  [{ 'document-uri': 'about', 'source-file': '/modules/smsa/1.4.0/app.js' }, undefined],
])('the module responsible for %j is %s', async (report, found) => {
  await send(report);
  expect(lines).toHaveLength(1);
  const { module, shownBy } = lines[0]?.violation ?? {};
  expect(module && `${module} ${shownBy}`).toBe(found);
});

test.each([
  ['wasm-eval', 'script-src', 'wasm', '{ "wasm": true }'],
  ['blob', 'worker-src', 'workers', '{ "workers": true }'],
  ['data', 'font-src', 'fonts', '{ "fonts": ["data:"] }'],
  ['blob:https://acme.test/5f0e', 'frame-src', 'frames', '{ "frames": ["blob:"] }'],
  ['https://acme.test/modules/smsa/1.4.0/tune.mp3', 'media-src', 'media', '{ "media": [] }'],
  ['wss://live.test/socket', 'connect-src', 'connections', '{ "connections": ["wss://live.test"] }'],
  ['https://maps.test/', "frame-src 'none'", 'frames', '{ "frames": ["https://maps.test"] }'],
  // No declaration allows these.
  ['eval', 'script-src', undefined, undefined],
  ['https://cdn.other.test/a.js', 'script-src-elem', undefined, undefined],
])('it names the kind to declare for %s by %s', async (blocked, directive, kind, policy) => {
  await send({ 'blocked-uri': blocked, 'violated-directive': directive });
  const declare = policy && `"portico": { "policy": ${policy} }`;
  expect(lines.map(({ violation }) => [violation.kind, violation.declare])).toEqual([[kind, declare]]);
});

test('a line break in a report starts no line of the log', async () => {
  const raw: string[] = [];
  const logging = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void raw.push(line) } } });
  registerPolicyReportRoute(logging, async () => imports);
  const report = { 'document-uri': home, 'effective-directive': 'img-src', 'blocked-uri': 'data\n{"level":60}' };
  const headers = { 'content-type': 'application/csp-report' };
  const payload = JSON.stringify({ 'csp-report': report });
  await logging.inject({ method: 'POST', url: policyReportPath, headers, payload });
  expect(raw.join('').split('\n')).toHaveLength(2);
  await logging.close();
});

test('without a responsible module, the log names nothing to declare', async () => {
  await send({ 'document-uri': home, 'blocked-uri': 'data', 'effective-directive': 'font-src' });
  expect(lines[0]?.violation).not.toHaveProperty('declare');
});

test('logs a violation once for all senders, and never those of extensions', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2']) await send({ 'blocked-uri': `inline?${address}` }, address);
  await send({ 'blocked-uri': 'chrome-extension' });
  await send({ 'source-file': 'moz-extension://a/b.js', 'blocked-uri': 'eval' });
  expect(lines).toHaveLength(1);
});

test('limits the reports of each address', async () => {
  for (let index = 0; index < 60; index++) expect(await send({ 'blocked-uri': `inline-${index}` })).toBe(204);
  expect(await send({})).toBe(429);
  expect(await send({}, '192.0.2.2')).toBe(204);
});

test.each([
  ['no JSON', 'application/csp-report', '{', 400],
  ['another shape', 'application/csp-report', '{"csp-report": 7}', 400],
  ['too much', 'application/csp-report', JSON.stringify({ 'csp-report': { a: 'x'.repeat(20_000) } }), 413],
  ['another type', 'text/html', '<p>', 415],
])('%s is refused', async (_what, type, payload, status) => {
  const options = { method: 'POST', url: policyReportPath, headers: { 'content-type': type }, payload } as const;
  expect((await app.inject(options)).statusCode).toBe(status);
  expect(lines).toEqual([]);
});
