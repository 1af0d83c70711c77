const version = /(?<![a-z\d])v?(\d+\.\d+\.\d+(?:-[\da-z.-]+)?)/gi;
// Hexadecimal, as bundlers and Git write it. A digit is asked for, since "facade" is a word.
const hash = /(?<![a-z\d])(?=[a-f]*\d)[\da-f]{7,64}(?![a-z\d])/gi;

/** The version or hash that an address names, the last one of each; `undefined` when it names none. */
export function versionOf(address: string): string | undefined {
  const text = address.replace(/^\w+:\/\/[^/]*/, '').replace(/(\.min)?\.[cm]?js(?=\?|$)/, '');
  return [...text.matchAll(version)].at(-1)?.[1] ?? text.match(hash)?.at(-1);
}
