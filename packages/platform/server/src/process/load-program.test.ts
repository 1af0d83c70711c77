import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadProgram } from './load-program';

const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'portico-test-'));
const programIn = (folder: string) => path.join(folder, 'program.cjs');
const cacheIn = (folder: string) => path.join(folder, 'code-cache/program.cjs');
const digestLength = 32;

function run(folder: string): unknown {
  const { exports, saveCodeCaches } = loadProgram(programIn(folder));
  saveCodeCaches();
  return exports;
}

/** A folder with a program that has run. */
function makeCached(source: string): string {
  const folder = makeFolder();
  writeFileSync(programIn(folder), source);
  run(folder);
  return folder;
}

/** V8 remembers in memory what it has compiled of a file, but not of a copy. */
function copy(folder: string): string {
  const target = makeFolder();
  cpSync(folder, target, { recursive: true });
  return target;
}

/** The code of a cache, as the cache of another source or of another version of Node. */
function forge(cache: Buffer, source: string, { version } = process): Buffer {
  const { arch, platform } = process;
  const code = cache.subarray(digestLength);
  const key = `${version} ${platform} ${arch} ${source.length}`;
  return Buffer.concat([createHash('sha256').update(key).update(source).update(code).digest(), code]);
}

test('a program gets its files once, packages, and where it is', () => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, 'part.cjs'), 'exports.count = (exports.count ?? 0) + 1;');
  writeFileSync(
    programIn(folder),
    `const part = require('./part.cjs');
     module.exports = [part.count, part === require('./part.cjs'), require('node:path').sep, __filename, __dirname];`,
  );
  run(folder);
  expect(readdirSync(path.join(folder, 'code-cache'))).toEqual(['part.cjs', 'program.cjs']);
  const again = copy(folder);
  expect(run(again)).toEqual([1, true, path.sep, programIn(again), again]);
});

test('the code of the run before is used, for the same source only', () => {
  const first = makeCached('module.exports = 1;');
  const other = 'module.exports = 2;';
  const changed = copy(first);
  writeFileSync(programIn(changed), other);
  expect(run(changed)).toBe(2);
  expect(run(copy(changed))).toBe(2);

  const forged = copy(changed);
  writeFileSync(cacheIn(forged), forge(readFileSync(cacheIn(first)), other));
  expect(run(forged)).toBe(1);
});

test('a code cache is written again only when much more has been compiled', () => {
  const first = makeCached(`module.exports = () => [${'Math.random(), '.repeat(100)}].length;`);
  const isWritten = (folder: string, { calls }: { calls: boolean }) => {
    const { ino } = statSync(cacheIn(folder));
    const { exports, saveCodeCaches } = loadProgram(programIn(folder));
    if (calls) expect((exports as () => number)()).toBe(100);
    saveCodeCaches();
    return statSync(cacheIn(folder)).ino !== ino;
  };
  expect(isWritten(copy(first), { calls: false })).toBe(false);
  const grown = copy(first);
  expect(isWritten(grown, { calls: true })).toBe(true);
  expect(statSync(cacheIn(grown)).size).toBeGreaterThan(statSync(cacheIn(first)).size * 1.5);
  expect(isWritten(copy(grown), { calls: true })).toBe(false);
  expect(isWritten(copy(grown), { calls: false })).toBe(false);
});

const source = 'module.exports = () => 1;';

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['of something else', () => Buffer.alloc(1_000, 'x')],
  ['without its code', (cache: Buffer) => cache.subarray(0, digestLength)],
  ['cut off', (cache: Buffer) => cache.subarray(0, -8)],
  // V8 does not notice these: the first one ends the process.
  ['damaged', (cache: Buffer) => Buffer.from(cache).fill(0, cache.length / 2)],
  ['of another version of Node', (cache: Buffer) => forge(cache, source, { ...process, version: 'v20.0.0' })],
])('a code cache that is %s is replaced', (_, change) => {
  const folder = copy(makeCached(source));
  const intact = readFileSync(cacheIn(folder));
  const { ino } = statSync(cacheIn(folder));
  writeFileSync(cacheIn(folder), change(intact));
  expect(run(folder)).toEqual(expect.any(Function));
  expect(readFileSync(cacheIn(folder)).length).toBe(intact.length);
  expect(statSync(cacheIn(folder)).ino).not.toBe(ino);
});

test('a program runs where nothing can be written', () => {
  const folder = makeFolder();
  writeFileSync(programIn(folder), 'module.exports = 1;');
  // Root, who may run the tests, can write into every folder.
  writeFileSync(path.join(folder, 'code-cache'), '');
  expect(run(folder)).toBe(1);
  expect(readdirSync(folder)).toEqual(['code-cache', 'program.cjs']);
});

test('a write that fails leaves nothing behind', () => {
  const folder = makeFolder();
  writeFileSync(programIn(folder), 'module.exports = 1;');
  mkdirSync(cacheIn(folder), { recursive: true });
  expect(run(folder)).toBe(1);
  expect(readdirSync(path.join(folder, 'code-cache'))).toEqual(['program.cjs']);
});

test('an error of a program is its own', () => {
  const folder = makeFolder();
  writeFileSync(programIn(folder), 'throw new RangeError("too far");');
  expect(() => run(folder)).toThrow('too far');
});
