import { cutText } from '@portico/contract';
import * as v from 'valibot';

const maxLength = 300;

/** Returns a text of a module as one line: cut, and without characters that reorder the text around it. */
export function toShortLine(text: string): string {
  return cutText(text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim(), maxLength);
}

/** The module can change the page, so any text may be its own. */
const text = v.pipe(v.string(), v.transform(toShortLine));

/** The place of a call in a script, if known, as browsers write it in stacks: `https://…/orders.js:1:2345`. */
const place = v.optional(text);

/** Something that a module started outside its element and did not end. */
const traceSchema = v.object({
  /** For example `a listener of "resize" on window`. */
  description: text,
  /** The call that started it. */
  place,
});

/** A selector of a module's style sheet; the address of the sheet is empty for those without one. */
const selectorSchema = v.object({ sheet: text, selector: text });

/** The observations of a page that mounted and unmounted a module at least twice, for the rules of `portico check`. */
export const moduleObservationSchema = v.object({
  /** Failures that ended the check early, and those of unmounts. */
  failures: v.array(
    v.object({ step: v.picklist(['load', 'exports', 'parcel', 'mount', 'crash', 'unmount']), message: text }),
  ),
  /** The leftovers of every visit. */
  leftovers: v.array(traceSchema),
  /** Leftovers whose number does not grow. */
  kept: v.array(traceSchema),
  /** The reports of the module by `portal.report`. */
  reports: v.array(text),
  /** The directive that blocked, such as `script-src-elem`, and an address, or a word such as `eval` or `inline`. */
  violations: v.array(v.object({ directive: text, blocked: text, place })),
  /**
   * The parts of builds of webpack or Rspack that load their chunks: the window property by which chunks find the
   * loader, whose name contains the build's `uniqueName`, and the build's public path, as an address.
   */
  chunkLoaders: v.array(v.object({ global: text, publicPath: text })),
  /** The service workers that the module tried to register, with their addresses as given. */
  serviceWorkers: v.array(v.object({ url: text, place })),
  /** The effects of its styles outside the module, while it is on screen. */
  styles: v.object({
    selectors: v.array(selectorSchema),
    /** The number of rules that stay inside of the module, by the address of their style sheet; none for style tags. */
    scoped: v.array(v.object({ sheet: text, count: v.number() })),
    /** Changed properties of elements of the top bar, such as `button`, and the rule that caused the change, if any. */
    barChanges: v.array(v.object({ element: text, property: text, by: v.optional(selectorSchema) })),
  }),
  /** Whether its element had no content while it was on screen. */
  isEmpty: v.boolean(),
  /** The version of the portal's React. */
  react: text,
});

export type ModuleObservation = v.InferOutput<typeof moduleObservationSchema>;
