import type { Context, Span } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createProxyCheck } from '../http/create-app';
import { settlesWithin } from '../process/background-tasks';
import type { Environment } from '../process/environment';

/** Timeout for sending the last spans when the server closes, in milliseconds. */
const closeTimeout = 2_000;

/** Starts tracing if the environment names an endpoint. The SDK reads its other variables itself, such as the sampler. */
export async function startTracing(environment: Environment, log: FastifyBaseLogger) {
  const url = findEndpoint(environment);
  if (url === undefined) return undefined;
  // Imported here, because most servers do not trace.
  const [api, { AsyncLocalStorageContextManager }, core, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  core.setGlobalErrorHandler((error) => log.warn({ err: error }, 'Traces could not be sent'));
  const detected = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'portico' }).merge(detected),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('portico');
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new core.W3CTraceContextPropagator();
  const isFromProxy = createProxyCheck(environment.TRUST_PROXY);
  const traced = new WeakMap<FastifyRequest, { readonly span: Span; readonly context: Context }>();

  /** Returns the trace of a trusted proxy. Others are ignored, because a visitor could switch sampling off. */
  function findParent({ headers, raw }: FastifyRequest): Context {
    return isFromProxy(raw) ? propagator.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter) : ROOT_CONTEXT;
  }

  function startRequest(request: FastifyRequest): Context {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? '';
    const attributes = { 'http.request.method': method, 'http.route': route, 'portico.request_id': request.id };
    const parent = findParent(request);
    const span = tracer.startSpan(`${method} ${route}`.trim(), { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    traced.set(request, { span, context });
    return context;
  }

  return {
    /** Traces the requests of all routes that are registered later. */
    traceRequests: (app: FastifyInstance): void => {
      app.addHook('onRequest', (request, _reply, done) => contexts.with(startRequest(request), done));
      // Reading the body loses the context, so set it again.
      app.addHook('preHandler', (request, _reply, done) => {
        contexts.with(traced.get(request)?.context ?? ROOT_CONTEXT, done);
      });
      app.addHook('onResponse', async (request, { statusCode }) => {
        const span = traced.get(request)?.span;
        span?.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    traceQuery: (text: string, run: () => unknown) => {
      const context = contexts.active();
      // Background work is not traced.
      if (trace.getSpan(context) === undefined) return run();
      const [operation = ''] = text.trimStart().toUpperCase().split(/\s/, 1);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text,
      };
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, context);
      const result = run();
      Promise.resolve(result)
        .catch(() => span.setStatus({ code: SpanStatusCode.ERROR }))
        .finally(() => span.end());
      return result;
    },
    /** Sends the last spans. */
    close: async () => {
      await settlesWithin(
        provider.shutdown().catch(() => {}),
        closeTimeout,
      );
    },
  };
}

function findEndpoint({
  OTEL_EXPORTER_OTLP_ENDPOINT: all,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
  OTEL_SDK_DISABLED: disabled,
}: Environment): string | undefined {
  if (disabled === 'true') return undefined;
  return traces ?? (all && `${all.replace(/\/$/, '')}/v1/traces`);
}
