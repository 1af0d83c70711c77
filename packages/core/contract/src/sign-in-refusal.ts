import * as v from 'valibot';

/** A sign-in that the page host refused, in the state of the page. */
export const signInRefusalSchema = v.object({
  /** One of `SignInRefusalReason`. The list would be part of the first load. */
  reason: v.string(),
  /** The e-mail that the user typed. */
  email: v.string(),
  /** The wait before the next attempt, in seconds. */
  wait: v.number(),
});

/** A sign-in that the page host refused. */
export type SignInRefusal = v.InferOutput<typeof signInRefusalSchema>;
