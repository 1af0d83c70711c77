import type { FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../../http/answer-error';
import { formatMessage } from '../../i18n/i18n';

/** The keywords for errors of RFC 7644, table 9, that the portal uses. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error that is answered as RFC 7644, section 3.12, describes. Its message is for the administrator of the directory. */
export class ScimError extends Error {
  override readonly name = 'ScimError';

  constructor(
    readonly status: number,
    message: string,
    readonly scimType?: ScimType,
  ) {
    super(message);
  }
}

/** Returns the status, the keyword and the message of any error. */
export function toScimError(error: Error): ScimError {
  if (error instanceof ScimError) return error;
  const { cause, code, status, values } = toApiError(error);
  const detail = formatMessage(code, 'en', values);
  if (status === 409) return new ScimError(status, detail, 'uniqueness');
  if (status !== 400) return new ScimError(status, detail);
  return new ScimError(status, detail, cause instanceof SyntaxError ? 'invalidSyntax' : 'invalidValue');
}

/** The error handler of the SCIM routes. */
export function answerScimError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message: detail, scimType, status } = toScimError(error);
  if (status >= 500) request.log.error({ err: error }, 'A call failed');
  const { retryAfterSeconds } = toApiError(error);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).send({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  });
}
