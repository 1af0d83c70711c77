import * as v from 'valibot';

/** A character that the path of an address has as it is: `pchar` of RFC 3986, section 3.3, without `%`, or a slash. */
const pathCharacter = /[\w.~!$&'()*+,;=:@/-]/;

/**
 * The path of a file in the build folder, with slashes. It is part of addresses as it is. No segment is empty or starts
 * with a dot. The first one has no colon, which would end a scheme (RFC 3986, section 4.2).
 */
export const moduleFileNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.check(
    (name) => findOtherCharacter(name) === undefined,
    ({ input }) =>
      `A file name has no ${JSON.stringify(findOtherCharacter(input))}: addresses cannot have it as it is.`,
  ),
  v.regex(
    /^(?!\.)[^/:]+(?:\/(?!\.)[^/]+)*$/,
    'A file name has no empty part, none that starts with a dot, and no colon in the first one.',
  ),
);

function findOtherCharacter(name: string): string | undefined {
  return [...name].find((character) => !pathCharacter.test(character));
}
