import { jsonFileSchema } from '@portico/contract';
import * as v from 'valibot';

/** Parses a JSON file that operators edit, and refuses unknown keys. `createError` gets a sentence. */
export function parseJsonFile<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  createError: (problem: string) => Error,
): v.InferOutput<Schema> {
  const json = v.safeParse(jsonFileSchema, text);
  if (!json.success) throw createError(json.issues[0].message);
  const result = v.safeParse(schema, json.output);
  if (result.success) {
    const unknown = findUnknownKey(json.output, result.output);
    if (unknown === undefined) return result.output;
    throw createError(`It has an unknown key "${unknown}".`);
  }
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  throw createError(place === null ? issue.message : `It is wrong at "${place}": ${issue.message}`);
}

/** Finds the path of an unknown key, which parsing drops. Parsing also lower-cases host names. */
function findUnknownKey(given: unknown, parsed: unknown, path = ''): string | undefined {
  if (!isObject(given) || !isObject(parsed)) return undefined;
  for (const [key, value] of Object.entries(given)) {
    const known = [key, key.toLowerCase()].find((name) => Object.hasOwn(parsed, name));
    const place = path === '' ? key : `${path}.${key}`;
    const unknown = known === undefined ? place : findUnknownKey(value, Reflect.get(parsed, known), place);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
