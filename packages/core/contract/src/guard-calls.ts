import * as v from 'valibot';
import { moduleEventNameSchema, partNameSchema, partOfModuleSchema } from './declarations';
import { visible } from './graphemes';
import type { ModuleParcel, PortalApi, PortalEventName } from './module';
import { exchangeRequestSchema, providerTokenRequestSchema } from './token-exchange';

const eventNames = [
  'container:locale',
  'container:theme',
  'container:navigated',
  'module:navigated',
] as const satisfies readonly PortalEventName[];

const mountArguments = [
  v.custom<HTMLElement>((element) => Object(element).nodeType === 1, 'The second argument is not an element'),
  v.nullish(v.record(v.string(), v.unknown())),
] as const;

/** The arguments of the calls that a module makes. Toasts have a schema that loads late. */
const argumentSchemas: Partial<Record<keyof PortalApi, v.GenericSchema<unknown, readonly unknown[]>>> = {
  subscribe: v.tuple([
    v.union([v.picklist(eventNames), moduleEventNameSchema], 'An event is like tickets:closed'),
    v.function(),
    v.optional(v.object({ last: v.optional(v.boolean()), from: v.optional(v.string()) })),
  ]),
  publish: v.tuple([moduleEventNameSchema, v.unknown()]),
  navigate: v.tuple([v.pipe(v.string(), v.trim(), v.nonEmpty('The path is empty'))]),
  exchange: v.tuple([v.union([exchangeRequestSchema, providerTokenRequestSchema])]),
  // A title that shows nothing is none.
  setTitle: v.tuple([
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((title) => (visible.test(title) ? title : '')),
    ),
  ]),
  setDirty: v.tuple([v.boolean(), v.nullish(v.function())]),
  mountParcel: v.tuple([partOfModuleSchema, ...mountArguments]),
  mountPlace: v.tuple([partNameSchema, ...mountArguments]),
};

/** A parcel or place that is not mounted: the result of a wrong call, and of one after the unmount. */
export const noParcel: ModuleParcel = { mounted: Promise.resolve(), update() {}, unmount: async () => {} };

/**
 * Makes the methods of a portal parse their arguments. A call with wrong ones is reported as a `TypeError` and changes
 * nothing; `exchange` also rejects. What a method throws is reported, too.
 */
export function guardCalls(portal: PortalApi, report: (error: unknown) => void): void {
  for (const [method, schema] of Object.entries(argumentSchemas)) {
    const call: unknown = Reflect.get(portal, method);
    if (typeof call !== 'function') continue;
    Reflect.set(portal, method, (...args: readonly unknown[]) => {
      try {
        const { issues, output } = v.safeParse(schema, args);
        if (!issues) return Reflect.apply(call, portal, output);
        throw new TypeError(`Wrong call of portal.${method}: ${issues.map(({ message }) => message).join('; ')}.`);
      } catch (error) {
        report(error);
        if (method.startsWith('mount')) return noParcel;
        // The callers of `subscribe` expect a function that unsubscribes.
        return method === 'exchange' ? Promise.reject(error) : () => {};
      }
    });
  }
}
