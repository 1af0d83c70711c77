import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Generated or translated files, and this list itself. */
const unchecked = /package-lock|\.(?:png|jpe?g|svg|ico|woff2|snap)$|\/pt\.json$|^tooling\/tests\/words\.test\.ts$/;

/** Released migrations never change, so they are not among them. */
const sources = /\.(?:[cm]?[jt]sx?|css|sh)$/;

const comment = String.raw`^\s*(?:\/\/|\/?\*+|--)\s.*`;

/** Words that readers of this repository did not understand, and the word to use. */
const words: readonly [pattern: RegExp, instead: string, files?: RegExp][] = [
  [/\bstands? in the page\b/i, 'server-rendered'],
  [/\btake[sn]? (?:it|them|(?:the|this) \w+) over\b|\b(?:form|bar|page) (?:is|was) taken over\b/i, 'hydrate, or adopt'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bby turns\b/i, 'interleaved'],
  [/\bhears? of\b/i, 'receive'],
  [/\bset apart\b|\bsets apart\b/i, 'isolated'],
  [/\bfarewell\b|\bcomeback\b|\bheed\b|\banew\b/, 'the term of the field'],
  [new RegExp(String.raw`${comment}\bgo(?:es|ing)? on(?! (?:screen|the)\b)\b`, 'i'), 'continue', sources],
  [new RegExp(String.raw`${comment}\b(?:nobody|somebody|whoever)\b`, 'i'), 'the user, server or caller', sources],
  [/^\s*(?:\/\/|\/?\*\*?)\s+(?:Of|What|Who|Whoever|Not before)\b/, 'begin with the thing or the actor', sources],
];

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !unchecked.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

test.each(words)('no text has the words %s: use "%s"', (pattern, _, among = /./) => {
  const found = files
    .filter(({ file }) => among.test(file))
    .flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
