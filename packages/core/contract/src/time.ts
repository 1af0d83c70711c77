import * as v from 'valibot';

/** A time as ISO 8601, such as `2026-05-01T09:30:00.000Z`. */
export const timeSchema = v.pipe(v.string(), v.isoTimestamp());
