import * as v from 'valibot';

/** The path of a file in the build folder, with slashes. No segment starts with a dot. */
export const moduleFileNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^[\w~@+-][\w.~@+-]*(?:\/[\w~@+-][\w.~@+-]*)*$/,
    'A file name has letters, digits and . _ ~ @ + - alone, and no segment that starts with a dot.',
  ),
);
