// Runs on PGlite and on PostgreSQL.

import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { startBeforeTests } from '../testing/start-before-tests';
import { startHttpServer } from '../testing/start-http-server';
import { startTestServer } from '../testing/start-test-server';
import { waitFor } from '../testing/wait-for';

const spanSchema = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string(), ''),
  name: v.string(),
  attributes: v.array(v.object({ key: v.string(), value: v.record(v.string(), v.unknown()) })),
});
const exportSchema = v.object({
  resourceSpans: v.array(v.object({ scopeSpans: v.array(v.object({ spans: v.array(spanSchema) })) })),
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Collects the spans sent to its OTLP/HTTP endpoint. */
const received: string[] = [];
let requestId: string | null;
const collector = startBeforeTests(() =>
  startHttpServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }),
);
beforeAll(async () => {
  // The SDK reads it.
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin };
  const server = await startTestServer({ ...endpoint, TRUST_PROXY: 'true' });
  const response = await server.call('POST', '/api/auth', {
    body: { email: 'ana@portico.test', password: 'portico-demo' },
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  requestId = response.headers.get('x-request-id');
  await server.call('GET', '/api/nothing/7');
  const isSent = (name: string) => listSpans().some((span) => span.name === name);
  await waitFor(async () => (isSent('POST /api/auth') && isSent('GET /api/*')) || undefined);
  await server.stop();
});

function listSpans() {
  const bodies = received.map((body) => v.parse(v.pipe(v.string(), v.parseJson(), exportSchema), body));
  return bodies
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}

test('a request is a span, named by its route, in the trace of the proxy', () => {
  expect(listSpans()).toContainEqual(
    expect.objectContaining({
      traceId,
      parentSpanId: '00f067aa0ba902b7',
      name: 'POST /api/auth',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/auth',
        'http.response.status_code': 200,
        'portico.request_id': requestId,
      },
    }),
  );
  expect(listSpans()).toContainEqual(expect.objectContaining({ name: 'GET /api/*' }));
});

test('its queries are child spans, also in transactions', () => {
  const spans = listSpans();
  const { spanId } = spans.find(({ name }) => name === 'POST /api/auth') ?? {};
  const texts = spans
    .filter(({ parentSpanId }) => parentSpanId === spanId)
    .map(({ attributes }) => String(attributes['db.query.text']));
  expect(texts).toContainEqual(expect.stringMatching(/^select .* from "users"/));
  expect(texts).toContainEqual(expect.stringMatching(/^insert into "sessions"/));
});

test('spans contain no data of visitors', () => {
  expect(received.join('')).not.toMatch(/portico-demo|ana@portico|nothing\/7/);
});
