import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { serverSegments } from '@portico/contract';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import fastify, { type FastifyInstance } from 'fastify';
import { type LoggerOptions, stdSerializers } from 'pino';
import type { Environment } from '../process/environment';
import { answerError, defaultHeaders } from './answer-error';
import { ApiError } from './api-error';

const bodyLimitBytes = 64 * 1024;
// A slow request occupies its connection no longer than this, also while the server closes.
const defaultRequestTimeout = 30_000;
const closingGrace = 4_000;
/** An e-mail has up to 254 characters, which an address may encode as three each. */
const maxParamLength = 3 * 254;

/** A year, in seconds. */
const strictTransport = `max-age=${365 * 24 * 60 * 60}`;

/**
 * Creates the server without routes: its log, its limits, its error handler, and what holds for every route.
 * @param requestTimeout until the last byte of a request, in milliseconds
 */
export function createApp(
  { LOG_LEVEL, TRUST_FORWARDED_HOST, TRUST_PROXY }: Environment,
  requestTimeout = defaultRequestTimeout,
): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout,
    // By default Node looks for slow requests every 30 s, and gives them 60 s: it takes the longer one of both limits.
    http: { connectionsCheckingInterval: requestTimeout / 30, headersTimeout: requestTimeout },
    trustProxy: TRUST_PROXY,
    routerOptions: { maxParamLength },
    logger: loggerOptions(LOG_LEVEL),
    genReqId: createRequestIds(TRUST_PROXY),
    frameworkErrors: answerError,
    rewriteUrl: ({ headers, url = '/' }) => {
      // Many proxies pass on what the client sent, and the host chooses the tenant.
      if (TRUST_FORWARDED_HOST === 'off') delete headers['x-forwarded-host'];
      return makeDecodable(url);
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

/** The router refuses what it cannot decode, but an address such as `/smsa/50%off` belongs to a module. */
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

/**
 * A proxy may have read the other one (RFC 9112, section 3.2).
 * @throws ApiError 400
 */
function requireOneHost({ rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ApiError(400, 'invalid-request');
}

/** Stops taking calls and waits for the current ones, up to a limit. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), closingGrace);
  await app.close();
  clearTimeout(cutOff);
}

/** Logs JSON lines, or readable ones to a terminal. Bodies, tokens and parameters of queries are never logged. */
function loggerOptions(level: Environment['LOG_LEVEL']): LoggerOptions | false {
  // Off instead of silent: a transport starts a thread.
  if (level === 'silent') return false;
  return {
    level,
    serializers: { err: serializeError },
    ...(process.stdout.isTTY && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  };
}

/** The message of a failed query contains its parameters, such as hashes and keys; its cause does not. */
function serializeError(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  const cause = error.cause ?? new Error('unknown');
  return { ...stdSerializers.err(cause), type: error.constructor.name, query: error.query };
}

const valid = /^[\w.:/+=@-]{1,100}$/;

/**
 * Creates the id of each request: the one that a trusted proxy sends, otherwise a new one.
 * @param trustProxy as `fastify` takes it
 */
function createRequestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isFromProxy = createProxyCheck(trustProxy);
  return (request) => {
    const given = request.headers['x-request-id'];
    const isUsable = typeof given === 'string' && valid.test(given) && isFromProxy(request);
    return isUsable ? given : randomUUID();
  };
}

/**
 * Creates the check whether a request comes from a trusted proxy itself.
 * @param trustProxy as `fastify` takes it
 */
export function createProxyCheck(trustProxy: boolean | string): (request: IncomingMessage) => boolean {
  const isTrusted =
    typeof trustProxy === 'string' ? compile(trustProxy.split(',').map((one) => one.trim())) : () => trustProxy;
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}

/** The time before the server closes, in which it is not ready but serves: load balancers send new calls elsewhere. */
export type Drain = ReturnType<typeof addDrain>;

/**
 * Ends each connection with its next answer while the server drains or closes: a balancer would send a call to a
 * connection that is being closed, and lose it. A keep-alive connection would also keep the server open.
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
