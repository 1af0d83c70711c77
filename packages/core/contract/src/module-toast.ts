import * as v from 'valibot';

/** A message of a module: plain texts in the user's language. */
export const moduleToastSchema = v.object({
  type: v.optional(v.picklist(['default', 'success', 'error', 'warning', 'info'])),
  title: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200))),
  text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(1_000)),
  /** Milliseconds until it closes by itself, 1000 to 60 000. */
  duration: v.optional(v.pipe(v.number(), v.minValue(1_000), v.maxValue(60_000))),
});

/** A toast of a module, as `portal.toast` takes it. */
export type ModuleToast = Readonly<v.InferInput<typeof moduleToastSchema>>;
