import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';

type State = Readonly<Record<string, string | number | boolean>>;
type Change = Readonly<Record<string, string | number | boolean | undefined>>;

/** The schema of a value of the address that is on or off; off by default. */
export const flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
  'false',
);

/** A schema of texts in the address, each with a default: `v.object({ search: v.optional(v.string(), '') })`. */
type StateSchema = v.GenericSchema<object, State>;

/**
 * Keeps search, sort, filter and page of a view in the query of the address, so that it can be sent to a colleague. A
 * value that the schema refuses counts as its default; a default is left out of the address.
 * @returns the values, and a function that changes some of them, without a new entry in the history
 */
export function useAddressState<Schema extends StateSchema>(
  schema: Schema,
): readonly [v.InferOutput<Schema>, (change: Partial<v.InferOutput<Schema>>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (values: Change) => setQuery((current) => writeState(schema, current, values), { replace: true }),
    [schema, setQuery],
  );
  return [readState(schema, query), change];
}

function readState<Schema extends StateSchema>(schema: Schema, query: URLSearchParams): v.InferOutput<Schema> {
  const values = Object.fromEntries(query);
  const { issues = [] } = v.safeParse(schema, values);
  for (const { path } of issues) delete values[String(path?.[0]?.key)];
  return v.parse(schema, values);
}

function writeState(schema: StateSchema, query: URLSearchParams, values: Change): URLSearchParams {
  const defaults = v.parse(schema, {});
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
