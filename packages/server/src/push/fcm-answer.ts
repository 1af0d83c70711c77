import * as v from 'valibot';

/** What an answer of Firebase Cloud Messaging means for a token. */
export type FcmOutcome = 'sent' | 'token-gone' | 'unauthenticated' | 'try-again' | 'failed';

const errorSchema = v.object({
  error: v.object({
    details: v.optional(
      v.array(
        v.object({
          errorCode: v.optional(v.string()),
          fieldViolations: v.optional(v.array(v.object({ field: v.optional(v.string()) }))),
        }),
      ),
      [],
    ),
  }),
});

/** Nobody has such a token (any more), or it is one of another Firebase project. */
const goneCodes = ['UNREGISTERED', 'SENDER_ID_MISMATCH'];

export async function outcomeOf(response: Response): Promise<FcmOutcome> {
  const { status } = response;
  const body = v.safeParse(errorSchema, await response.json().catch(() => undefined));
  if (response.ok) return 'sent';
  const details = body.success ? body.output.error.details : [];
  const isGone = details.some(({ errorCode = '' }) => goneCodes.includes(errorCode));
  const isMalformed = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  );
  if (isGone || (status === 400 && isMalformed) || status === 404) return 'token-gone';
  if (status === 401) return 'unauthenticated';
  return status === 429 || status >= 500 ? 'try-again' : 'failed';
}
