import { rm, utimes } from 'node:fs/promises';
import { startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { changesPath } from '@portico/contract';
import { serveWithChanges } from './serve-with-changes';

const folder = testFolder();
let server: Awaited<ReturnType<typeof startLocalServer>>;
beforeEach(async () => {
  await build('first', new Date(Date.now() - 60_000));
  server = await startLocalServer(serveWithChanges(folder.at()));
});
afterEach(() => server.close());

async function build(content: string, at = new Date()): Promise<void> {
  await folder.write({ 'orders.js': content });
  await utimes(folder.at('orders.js'), at, at);
}

/** Listens as a page does that has been open for so many milliseconds. */
async function listen(since: number) {
  const response = await fetch(`${server.origin}${changesPath}?since=${since}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { type: response.headers.get('content-type'), next: async () => (await reader?.read())?.value };
}

test('a page hears of every change', async () => {
  const page = await listen(1_000);
  expect(page.type).toBe('text/event-stream');
  for (const content of ['second', 'third']) {
    const event = page.next();
    await build(content);
    expect(await event).toBe('data: changed\n\n');
  }
});

test('a page that listens late hears of a change that happened while it was loading', async () => {
  const page = await listen(120_000);
  expect(await page.next()).toBe('data: changed\n\n');
});

test('a folder that is emptied is not a change before it has files again', async () => {
  const page = await listen(1_000);
  const event = page.next();
  await rm(folder.at('orders.js'));
  const early = await Promise.race([event, new Promise((resolve) => setTimeout(resolve, 700, 'nothing yet'))]);
  expect(early).toBe('nothing yet');
  await build('second');
  expect(await event).toBe('data: changed\n\n');
});

test('files are served as before', async () => {
  expect(await (await fetch(`${server.origin}/orders.js?live`)).text()).toBe('first');
});
