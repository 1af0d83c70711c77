import type { ApiErrorBody } from '@portico/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PageFault } from '../page/page-fault';
import { TooManyTriesError } from '../throttling/too-many-tries-error';
import { ApiError } from './api-error';
import { messageOf } from './messages';
import type { ErrorCode } from './messages-pt';
import { localeOf } from './request-locale';

/** Fastify's own refusals, by status; what is not here is the caller's fault in general or ours. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
};

/** The one error handler: every failed call is answered with `{code, message}`, and only faults of ours are logged. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500) request.log.error({ err: error }, 'A call failed');
  if (apiError instanceof TooManyTriesError) reply.header('retry-after', apiError.retryAfterSeconds);
  return answer(request, reply, apiError);
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(request, reply, new ApiError(404, 'not-found'));
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof PageFault)
    return new ApiError(503, 'build-faulty', { cause: error, values: { fault: error.message } });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === undefined || status < 400 || status > 499) return new ApiError(500, 'internal', { cause: error });
  return new ApiError(status, codeOfStatus[status] ?? 'invalid-request', { cause: error });
}

function answer(request: FastifyRequest, reply: FastifyReply, { status, code, values }: ApiError): FastifyReply {
  const locale = localeOf(request.headers['accept-language']);
  const body: ApiErrorBody = { code, message: messageOf(code, locale, values) };
  return reply
    .code(status)
    .header('content-language', locale === 'pt' ? 'pt-BR' : 'en')
    .send(body);
}
