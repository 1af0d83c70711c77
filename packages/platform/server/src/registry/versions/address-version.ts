// A version with dots, or with a "v": 1.4.0, 2.1, v3.
const version = /^v?\d+(?:\.\d+)+(?:[-+][\w.+-]+)?$|^v\d+$/i;
// The number of a build, a date or a time: 42, 2026-11-23. One digit is a number only where it is a folder.
const number = /^\d{2,}$/;
// A hash in hexadecimal, as Git and webpack write it. A digit is required, because "facade" is a word.
const hexHash = /^(?=[a-f]*\d)[\da-f]{7,64}$/i;
// A hash of letters in both cases and digits, as Vite and Rollup write it.
const mixedHash = /^(?=.*[A-Z])(?=.*(?:[a-z]|\d))[A-Za-z\d_]{8,24}$/;

/**
 * Whether an address names its content: by a version, a build number, a date or a hash in a folder, in the name of the
 * file or in the query. Without one, browsers and proxies may keep the content of the version before.
 */
export function carriesVersion(address: string): boolean {
  const { pathname, search } = new URL(address);
  const parts = `${pathname}${search}`.replace(/\.[cm]?js(?=\?|$)/, '').split(/[/?&=]/);
  const folders = parts.slice(0, -1);
  return folders.some((folder) => /^\d+$/.test(folder)) || parts.some(isVersioned);
}

function isVersioned(part: string): boolean {
  const dotted = part.split(/[-_~@]/);
  const tokens = [...dotted, ...dotted.flatMap((token) => token.split('.'))];
  const [, ...suffixes] = part.split(/[-.~@]/);
  // The name of a file may be in camel case, what follows a hyphen or a dot is a hash.
  return (
    tokens.some((token) => version.test(token) || number.test(token) || hexHash.test(token)) ||
    suffixes.some((token) => mixedHash.test(token))
  );
}
