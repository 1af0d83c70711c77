import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startHttpServer } from '../../testing/start-http-server';
import { startS3 } from '../../testing/start-s3';
import { computeDigest } from '../../testing/test-publishing';
import { createS3FileStore } from './s3-file-store';

const s3 = startBeforeTests(startS3);

const unavailable = { status: 503, code: 'storage-unavailable' };

test('a file is missing until it is stored, and then has the same bytes', async () => {
  const store = createS3FileStore(s3.settings);
  const content = Buffer.from([0, 255, 13, 10, 195, 40, ...Buffer.from('ação')]);
  const digest = computeDigest(content);
  expect(await store.get(digest)).toBeUndefined();
  expect(await store.missing([digest])).toEqual([digest]);
  await store.put(digest, content);
  expect(await store.missing([digest])).toEqual([]);
  expect((await store.get(digest))?.equals(content)).toBe(true);
  expect((await s3.objects()).some((name) => name.startsWith(digest))).toBe(true);
});

test('a file may be stored again, may be empty, and may have 10 MB', async () => {
  const store = createS3FileStore(s3.settings);
  for (const content of [Buffer.alloc(0), Buffer.alloc(10 * 1024 * 1024, 'x')]) {
    const digest = computeDigest(content);
    await Promise.all([store.put(digest, content), store.put(digest, content)]);
    expect((await store.get(digest))?.equals(content)).toBe(true);
  }
});

test('the missing files keep their order', async () => {
  const store = createS3FileStore(s3.settings);
  const contents = Array.from({ length: 60 }, (_, index) => `content ${index}`);
  await Promise.all(
    contents
      .filter((_, index) => index % 3 === 0)
      .map((content) => store.put(computeDigest(content), Buffer.from(content))),
  );
  const expected = contents.filter((_, index) => index % 3 !== 0).map(computeDigest);
  expect(await store.missing(contents.map(computeDigest))).toEqual(expected);
});

test('every process has the files of the others', async () => {
  const content = Buffer.from('shared');
  await createS3FileStore(s3.settings).put(computeDigest(content), content);
  const other = createS3FileStore({ ...s3.settings, url: `${s3.settings.url}/` });
  expect(await other.get(computeDigest(content))).toEqual(content);
});

test('a file that was changed in the store is not returned', async () => {
  const store = createS3FileStore(s3.settings);
  const digest = computeDigest('good');
  await store.put(digest, Buffer.from('good'));
  const [object = ''] = (await s3.objects()).filter((name) => name.startsWith(digest) && name.endsWith('object'));
  await writeFile(path.join(s3.folder, object), 'evil');
  await expect(store.get(digest)).rejects.toMatchObject({
    ...unavailable,
    cause: expect.objectContaining({ message: `The store has other bytes than those of files/${digest}.` }),
  });
});

test('a store that refuses or cannot be reached is not a missing file', async () => {
  const refused = createS3FileStore({ ...s3.settings, accessKeyId: 'unknown' });
  const nowhere = createS3FileStore({ ...s3.settings, url: 'http://127.0.0.1:1/modules' });
  const bucketless = createS3FileStore({ ...s3.settings, url: s3.settings.url.replace(/modules$/, 'nothing') });
  const digest = computeDigest('x');
  for (const store of [refused, nowhere]) {
    await expect(store.missing([digest])).rejects.toMatchObject(unavailable);
  }
  for (const store of [refused, nowhere, bucketless]) {
    await expect(store.get(digest)).rejects.toMatchObject(unavailable);
    await expect(store.put(digest, Buffer.from('x'))).rejects.toMatchObject(unavailable);
  }
});

test('a busy store is retried twice, without redirects', async () => {
  const answers = [503, 429, 200, 307];
  const asked: (string | undefined)[] = [];
  const { origin, stop } = await startHttpServer((request, response) => {
    asked.push(request.url);
    response.writeHead(answers.shift() ?? 500, { location: s3.settings.url }).end('busy');
  });
  const store = createS3FileStore({ ...s3.settings, url: `${origin}/modules` });
  expect(await store.get(computeDigest('busy'))).toEqual(Buffer.from('busy'));
  expect(asked).toHaveLength(3);
  await expect(store.get(computeDigest('busy'))).rejects.toMatchObject(unavailable);
  expect(asked).toHaveLength(4);
  await stop();
});
