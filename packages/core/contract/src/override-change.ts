import * as v from 'valibot';

/**
 * The window event by which the console changes the overrides of the browser, with an `OverrideChange` as its `detail`. The
 * shell prevents its default if the portal allows overrides, makes the change and reloads the page. A script that can
 * dispatch it could write the storage of the browser just as well; the rules of overrides hold for both.
 */
export const overrideEvent = 'portico:override';

/** `link` is `<name>,<address>`, as `portico dev` prints it; `isOn: false` removes all overrides, and ends all previews. */
export const overrideChangeSchema = v.union([
  v.object({ link: v.string() }),
  v.object({ remove: v.string() }),
  v.object({ isOn: v.boolean() }),
]);

/** A change of the overrides of the browser. */
export type OverrideChange = v.InferOutput<typeof overrideChangeSchema>;
