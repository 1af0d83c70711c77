import * as v from 'valibot';

/** Creates the schema of the number of items on a page, in a query. */
export function createLimitSchema(preset: number) {
  const schema = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(100));
  return v.optional(schema, String(preset));
}

/** The query of a list of the console: `after` is `next` of the page before. */
export const listQuerySchema = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  after: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  limit: createLimitSchema(50),
});

/** A parsed query of a list. */
export type ListQuery = v.InferOutput<typeof listQuerySchema>;

/** A page of a list; `next` is null at its end. */
export function createPageSchema<Item extends v.GenericSchema>(item: Item) {
  return v.object({ items: v.array(item), next: v.nullable(v.string()) });
}
