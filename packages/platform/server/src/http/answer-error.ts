import { type ApiErrorBody, languageTags } from '@portico/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/database-errors';
import { type ErrorCode, formatMessage, getTexts } from '../i18n/i18n';
import { ApiError } from './api-error';
import { negotiateLocale } from './negotiation';

/** The codes of Fastify's own errors, by status. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
};

/** Answers an error with `{code, message}`, and logs it if it is the server's. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500) request.log.error({ err: error }, 'A call failed');
  if (apiError.retryAfterSeconds !== undefined) reply.header('retry-after', apiError.retryAfterSeconds);
  return answer(request, reply, apiError);
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(request, reply, new ApiError(404, 'not-found'));
}

export function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return new ApiError(503, 'unavailable', { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === undefined || status < 400 || status > 499) return new ApiError(500, 'internal', { cause: error });
  return new ApiError(status, codeOfStatus[status] ?? 'invalid-request', { cause: error });
}

function answer(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { status, code, nearest, values } = error;
  const locale = negotiateLocale(request.headers['accept-language']);
  const offer = nearest === undefined ? '' : ` ${getTexts(locale)('nearest', { nearest })}`;
  const body: ApiErrorBody = { code, message: formatMessage(code, locale, values) + offer };
  return (
    reply
      .code(status)
      // Errors before any hook need the headers as well.
      .headers(defaultHeaders)
      .header('x-request-id', request.id)
      .header('content-language', languageTags[locale])
      .send(body)
  );
}

/** The policy of answers other than pages: they load nothing and no frame shows them. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer. Pages and workers have their own policy. */
export const defaultHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': closedPolicy,
};

/** Answers 404 for a file. `no-store`, because a navigation to its address gets the page, not a cached 404. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').header('Cache-Control', 'no-store').send('Not found');
}
