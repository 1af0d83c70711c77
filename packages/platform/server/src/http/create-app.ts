import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { decodeUnreserved, serverSegments } from '@portico/contract';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type LoggerOptions, stdSerializers } from 'pino';
import type { Environment } from '../process/environment';
import { answerError, defaultHeaders } from './answer-error';
import { ApiError } from './api-error';

const bodyLimitBytes = 64 * 1024;
// Milliseconds for receiving a request, also while the server closes.
const defaultRequestTimeout = 30_000;
const closingGrace = 4_000;
/** An e-mail has up to 254 characters. Percent-encoding triples them. */
const maxParamLength = 3 * 254;

/** A year, in seconds. */
const strictTransport = `max-age=${365 * 24 * 60 * 60}`;

/** Creates the server without routes: log, limits, error handler, and headers of every answer. */
export function createApp(
  { LOG_LEVEL, TRUST_FORWARDED_HOST, TRUST_PROXY }: Environment,
  requestTimeout = defaultRequestTimeout,
): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout,
    // Node uses the longer of both limits. By default it checks every 30 s and allows 60 s for headers.
    http: { connectionsCheckingInterval: requestTimeout / 30, headersTimeout: requestTimeout },
    trustProxy: TRUST_PROXY,
    routerOptions: { maxParamLength },
    logger: loggerOptions(LOG_LEVEL),
    genReqId: createRequestIds(TRUST_PROXY),
    frameworkErrors: answerError,
    rewriteUrl: ({ headers, url = '/' }) => {
      // Many proxies forward the client's header, and the host chooses the tenant.
      if (TRUST_FORWARDED_HOST === 'off') delete headers['x-forwarded-host'];
      return makeDecodable(decodeUnreserved(url));
    },
  });
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaultHeaders).header('x-request-id', request.id);
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    requireOneHost(request.raw);
    done();
  });
  return app;
}

/** Escapes an address that the router cannot decode, because modules may have addresses such as `/smsa/50%off`. */
function makeDecodable(url: string): string {
  if (!url.includes('%')) return url;
  const [pathname = '/'] = url.split('?', 1);
  const [, segment = ''] = pathname.split('/');
  if (serverSegments.includes(segment)) return url;
  try {
    decodeURI(pathname);
    return url;
  } catch {
    return pathname.replaceAll('%', '%25') + url.slice(pathname.length);
  }
}

/** Refuses several Host headers: a proxy may have read another one than the server (RFC 9112, section 3.2). */
function requireOneHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ApiError(400, 'invalid-request');
}

/** Refuses new requests and waits for the current ones, up to a limit. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), closingGrace);
  await app.close().finally(() => clearTimeout(cutOff));
}

/** Logs JSON lines, or readable lines to a terminal. It never logs bodies, tokens, codes or parameters of queries. */
function loggerOptions(level: Environment['LOG_LEVEL']): LoggerOptions | false {
  // `false` instead of `silent`, because a transport starts a thread.
  if (level === 'silent') return false;
  return {
    level,
    serializers: { err: serializeError, req: serializeRequest },
    ...(process.stdout.isTTY && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  };
}

/** Logs a request; the answer of a sign-in provider without its query, which contains a code. */
function serializeRequest({ host, ip, method, socket, url }: FastifyRequest) {
  const address = url.startsWith('/api/sign-in/') ? url.split('?', 1)[0] : url;
  return { method, url: address, host, remoteAddress: ip, remotePort: socket.remotePort };
}

/** Logs the cause of a failed query. Its own message contains the parameters, such as hashes and keys. */
function serializeError(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  const cause = error.cause ?? new Error('unknown');
  return { ...stdSerializers.err(cause), type: error.constructor.name, query: error.query };
}

const valid = /^[\w.:/+=@-]{1,100}$/;

/** Creates the ids of requests: the trusted proxy's, otherwise a new one. */
function createRequestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isFromProxy = createProxyCheck(trustProxy);
  return (request) => {
    const given = request.headers['x-request-id'];
    const isUsable = typeof given === 'string' && valid.test(given) && isFromProxy(request);
    return isUsable ? given : randomUUID();
  };
}

/** Creates the check whether a proxy that Fastify's option trusts sent a request. */
export function createProxyCheck(trustProxy: boolean | string): (request: IncomingMessage) => boolean {
  const isTrusted =
    typeof trustProxy === 'string' ? compile(trustProxy.split(',').map((one) => one.trim())) : () => trustProxy;
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}

/** The time before the server closes: it still serves but is not ready, so load balancers use other servers. */
export type Drain = ReturnType<typeof addDrain>;

/**
 * While the server drains or closes, each connection ends with its next answer. A load balancer would otherwise lose a
 * request on a connection that closes, and keep-alive connections would delay the close.
 */
export function addDrain(app: FastifyInstance) {
  let isDraining = false;
  const start = () => {
    isDraining = true;
  };
  app.addHook('preClose', async () => start());
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return { isDraining: () => isDraining, start };
}
