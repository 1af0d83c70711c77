import * as v from 'valibot';

/** The name of a version. It is part of the addresses of its files, whose content never changes. */
export const moduleVersionSchema = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][\w.+-]{0,63}$/,
    'A version is 1 to 64 of letters, digits and . + - _, and starts with a letter or digit.',
  ),
);
