import * as v from 'valibot';

/** The body of every error of the API: `code` is for programs, `message` for users, in their language. */
export const apiErrorSchema = v.object({ code: v.string(), message: v.string() });

/** The body of every error response of the API. */
export type ApiErrorBody = v.InferOutput<typeof apiErrorSchema>;
