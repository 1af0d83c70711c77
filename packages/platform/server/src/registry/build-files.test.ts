import { mkdtemp, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '../testing/wait-for';
import { createBuildImportMap, createFileCache } from './build-files';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  file = path.join(folder, 'a.txt');
});

function cacheOfFile() {
  let reads = 0;
  const get = createFileCache([file], async () => {
    reads += 1;
    return { text: await readFile(file, 'utf8') };
  });
  return { get, reads: () => reads };
}

/** Reads until the file is old enough to be cached. */
const settle = (get: () => Promise<unknown>) =>
  waitFor(async () => {
    const once = await get();
    return once === (await get()) ? true : undefined;
  });

test('a file is read once until it changes, also if size and time of its content stay', async () => {
  const { get, reads } = cacheOfFile();
  await writeFile(file, 'one');
  await utimes(file, 1, 1);
  await settle(get);
  const before = reads();
  expect((await get()).text).toBe('one');
  expect(reads()).toBe(before);

  const other = path.join(folder, 'b.txt');
  await writeFile(other, 'two');
  await utimes(other, 1, 1);
  await rename(other, file);
  expect((await get()).text).toBe('two');
});

test('changes within one step of the clock are seen', async () => {
  const { get } = cacheOfFile();
  for (let number = 100; number < 200; number += 1) {
    await writeFile(file, String(number));
    expect((await get()).text).toBe(String(number));
  }
});

test('a missing file is an error until it is there', async () => {
  const { get } = cacheOfFile();
  await expect(get()).rejects.toThrow();
  await writeFile(file, 'here');
  expect((await get()).text).toBe('here');
});

test.each([
  [{ imports: {}, import: {} }, 'a.txt: It has an unknown key "import".'],
  [JSON.parse('{"imports": {"__proto__": "/x.js"}}'), 'a.txt: It has an unknown key "imports.__proto__".'],
  [
    { imports: { '@acme/icons/': '/icons' } },
    'a.txt: "@acme/icons/" ends with a slash, so its address has to end with one.',
  ],
])('the map %j is refused', async (map, message) => {
  await writeFile(file, JSON.stringify(map));
  await expect(createBuildImportMap('', file)()).rejects.toThrow(message);
});
