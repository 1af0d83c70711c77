import * as v from 'valibot';
import { parse } from '../../http/parse';

/** Maximum number of resources in one answer. */
export const pageMax = 1000;

const defaultPage = 100;
const attributesSchema = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(1000),
    v.transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    ),
  ),
);
const numberSchema = v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number)));
const querySchema = v.object({
  filter: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  startIndex: numberSchema,
  count: numberSchema,
  attributes: attributesSchema,
  excludedAttributes: attributesSchema,
});

/** The query of a call, with the numbers that RFC 7644, section 3.4.2.4, asks for. */
export type ScimQuery = ReturnType<typeof readQuery>;

export function readQuery(query: unknown) {
  const { count = defaultPage, startIndex = 1, ...rest } = parse(querySchema, query);
  return { ...rest, count: Math.min(Math.max(count, 0), pageMax), startIndex: Math.max(startIndex, 1) };
}

/** Whether the caller wants an attribute of the first level (RFC 7644, section 3.9). */
export function isWanted(name: string, { attributes, excludedAttributes }: ScimQuery): boolean {
  const lower = name.toLowerCase();
  if (name === 'id' || name === 'schemas') return true;
  if (attributes !== undefined) return attributes.some((one) => one.split('.')[0] === lower);
  return !excludedAttributes?.includes(lower);
}

/** Leaves out what the caller does not want. */
export function selectAttributes(resource: object, query: ScimQuery): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isWanted(name, query)));
}

/** Creates the answer of a list. */
export function toListResponse(resources: readonly object[], totalResults: number, startIndex = 1) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Returns the items of each key. */
export function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const grouped = new Map<string, Item[]>();
  for (const item of items) {
    const group = grouped.get(getKey(item));
    if (group) group.push(item);
    else grouped.set(getKey(item), [item]);
  }
  return grouped;
}
