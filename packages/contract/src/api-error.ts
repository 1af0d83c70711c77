import * as v from 'valibot';

/** The body of every error of the API: `code` for programs, `message` for people, in their language. */
export const apiErrorSchema = v.object({ code: v.string(), message: v.string() });
export type ApiErrorBody = v.InferOutput<typeof apiErrorSchema>;
