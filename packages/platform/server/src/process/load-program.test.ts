import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

  // The code of the first source for the other one, which is as long.
  const forged = copy(changed);
  const digest = createHash('sha256').update(other).digest();
  writeFileSync(cacheIn(forged), Buffer.concat([digest, readFileSync(cacheIn(first)).subarray(digestLength)]));
  expect(run(forged)).toBe(1);
});

test('a code cache is written once', () => {
  const folder = copy(makeCached('module.exports = 1;'));
  const { ino } = statSync(cacheIn(folder));
  run(folder);
  expect(statSync(cacheIn(folder)).ino).toBe(ino);
});

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['of something else', () => Buffer.alloc(1_000, 'x')],
  ['without its code', (cache: Buffer) => cache.subarray(0, digestLength)],
  ['with other code', (cache: Buffer) => Buffer.concat([cache.subarray(0, digestLength), Buffer.alloc(1_000, 'x')])],
  ['cut off', (cache: Buffer) => cache.subarray(0, -8)],
])('a code cache that is %s is replaced', (_, damage) => {
  const folder = copy(makeCached('module.exports = () => 1;'));
  const intact = readFileSync(cacheIn(folder));
  const damaged = damage(intact);
  writeFileSync(cacheIn(folder), damaged);
  expect(run(folder)).toEqual(expect.any(Function));
  expect(readFileSync(cacheIn(folder)).length).toBe(intact.length);
});

test('a program runs where nothing can be written', () => {
  const folder = makeFolder();
  writeFileSync(programIn(folder), 'module.exports = 1;');
  // Root, who may run the tests, can write into every folder.
  writeFileSync(path.join(folder, 'code-cache'), '');
  expect(run(folder)).toBe(1);
  expect(readdirSync(folder)).toEqual(['code-cache', 'program.cjs']);
});

test('an error of a program is its own', () => {
  const folder = makeFolder();
  writeFileSync(programIn(folder), 'throw new RangeError("too far");');
  expect(() => run(folder)).toThrow('too far');
});
