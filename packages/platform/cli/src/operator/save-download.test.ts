import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveDownload } from './save-download';

const content = { download: async () => new Blob(['content']).stream() };

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'portico-test-')), 'portal.backup');
});

test('only its owner can read the file, even if an earlier command left a draft', async () => {
  await writeFile(`${file}.partial`, 'the beginning of another', { mode: 0o644 });
  expect(await saveDownload(content, 'backup', file)).toBe(7);
  expect(await readFile(file, 'utf8')).toBe('content');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('an existing file remains unchanged', async () => {
  await writeFile(file, 'earlier');
  await expect(saveDownload(content, 'backup', file)).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('earlier');
});

test('an incomplete answer leaves no file', async () => {
  const lost = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) });
  await expect(saveDownload({ download: async () => lost }, 'backup', file)).rejects.toThrow('was not written: lost');
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('an interrupted command leaves no file', async () => {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const others = process.listeners('exit');
  const handlers = process.listenerCount('SIGINT');
  let fail = (_: Error) => {};
  const endless = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('the beginning'));
      fail = (error) => controller.error(error);
    },
  });
  const saving = saveDownload({ download: async () => endless }, 'backup', file);
  while (!existsSync(`${file}.partial`)) await new Promise((resolve) => setTimeout(resolve, 5));
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  for (const listener of process.listeners('exit').filter((each) => !others.includes(each)))
    listener.call(process, 130);
  expect(await readdir(path.dirname(file))).toEqual([]);
  fail(new Error('lost'));
  await expect(saving).rejects.toThrow('lost');
  expect(process.listeners('exit')).toEqual(others);
  expect(process.listenerCount('SIGINT')).toBe(handlers);
});
