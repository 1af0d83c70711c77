import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const sources = execFileSync('git', ['ls-files', 'root-config', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:root-config|packages\/(?!e2e)\w+\/[\w-]+)\/src\/.*\.tsx?$/.test(file))
  .filter((file) => !/\.(?:test|spec)\.|\/(?:testing|long-runs|overload)\//.test(file));

/** Each is a claim of the security verification, with the files that are exceptions. */
const rules: readonly [rule: string, pattern: RegExp, allowed: readonly string[]][] = [
  [
    'joins SQL from texts',
    /\bsql\.raw\(/,
    ['migrate.ts', 'restore-backup.ts', 'write-backup.ts', 'registry/live-map/change-live-map.ts'],
  ],
  ['gives a shell a command', /import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'|\bshell: true/, []],
  [
    'builds a regular expression',
    /new RegExp\(/,
    ['developer/src/overrides/find-styles.ts', 'check/src/rules/bundler.ts', 'cli/src/dev/bundlers.ts'],
  ],
  ['evaluates text', /(?<![\w.])eval\(|new Function\(|runIn\w*Context\(/, ['database/open-database.ts']],
  [
    'writes HTML',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML = |insertAdjacentHTML|document\.write/,
    ['check/src/page/watch-styles.ts', 'root-config/src/boot/first-paint.ts'],
  ],
  ['hashes with a weak algorithm', /createH(?:ash|mac)\('(?!sha(?:256|384)')/, ['require-uncommon-password.ts']],
  ['encrypts by itself', /create(?:Cipher|Decipher)iv\(/, []],
  ['accepts any certificate', /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED/, []],
];

test.each(rules)('no other source %s', (_rule, pattern, allowed) => {
  const found = sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(found.filter((file) => !allowed.some((name) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  expect(allowed.filter((name) => !found.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});

test('the server has no random numbers that can be guessed', () => {
  const server = sources.filter((file) => file.startsWith('packages/platform/server/'));
  expect(server.length).toBeGreaterThan(150);
  expect(server.filter((file) => readFileSync(file, 'utf8').includes('Math.random'))).toEqual([]);
});
