import * as v from 'valibot';

/** `link` is `<name>,<address>`, as `portico dev` prints it; `isOn: false` removes all overrides, and ends all previews. */
export const overrideChangeSchema = v.union([
  v.object({ link: v.string() }),
  v.object({ remove: v.string() }),
  v.object({ isOn: v.boolean() }),
]);

/** A change of the overrides of the browser. */
export type OverrideChange = v.InferOutput<typeof overrideChangeSchema>;
