import * as v from 'valibot';

/** Reads a setting that this browser keeps; what is missing, unreadable or not a value of the schema is the fallback. */
export function readStoredSetting<Value>(key: string, schema: v.GenericSchema<unknown, Value>, fallback: Value): Value {
  try {
    const result = v.safeParse(schema, localStorage.getItem(key));
    return result.success ? result.output : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a setting in this browser; where storage is full or forbidden, it lasts as long as the page. */
export function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting is in force all the same.
  }
}
