import { rm, utimes } from 'node:fs/promises';
import { startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { changesPath, getStyleScope } from '@portico/contract';
import { serveBuild } from './serve-build';

const folder = testFolder();
const styled = testFolder({ 'orders.js': '', 'other.js': '', 'orders.css': '', 'a b.css': '' });
let server: Awaited<ReturnType<typeof startLocalServer>>;
beforeEach(async () => {
  await build('first', new Date(Date.now() - 60_000));
  server = await startLocalServer(serveBuild(folder.at(), 'orders.js', undefined));
});
afterEach(() => server.close());

async function build(content: string, at = new Date()): Promise<void> {
  await folder.write({ 'orders.js': content });
  await utimes(folder.at('orders.js'), at, at);
}

/** Listens like a page that has been open for this many milliseconds. */
async function listen(since: number) {
  const response = await fetch(`${server.origin}${changesPath}?since=${since}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { type: response.headers.get('content-type'), next: async () => (await reader?.read())?.value };
}

test('style sheets are served as they will be published', async () => {
  await folder.write({ 'orders.css': 'h1 { margin: 0 }' });
  const scoping = await startLocalServer(serveBuild(folder.at(), 'orders.js', undefined, getStyleScope('orders')));
  const response = await fetch(`${scoping.origin}/orders.css`);
  expect(await response.text()).toContain('h1:where([data-portico-module="orders"],');
  await scoping.close();
});

test('a page receives every change', async () => {
  const page = await listen(1_000);
  expect(page.type).toBe('text/event-stream');
  for (const content of ['second', 'third']) {
    const event = page.next();
    await build(content);
    expect(await event).toBe('data: changed\n\n');
  }
});

test('a page that connects late receives a change that happened while it was loading', async () => {
  const page = await listen(120_000);
  expect(await page.next()).toBe('data: changed\n\n');
});

test('an emptied folder counts as changed once it has files again', async () => {
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

/** Serves a folder with style sheets, and returns the header of a file that names them. */
async function readLink(file: string, styles?: readonly string[], built = styled.at()) {
  const server = await startLocalServer(serveBuild(built, 'orders.js', styles));
  const { headers } = await fetch(`${server.origin}/${file}`);
  await server.close();
  return { link: headers.get('link'), exposed: headers.get('access-control-expose-headers') };
}

test('the entry names the style sheet that the build has extracted, so that pages of any origin can read it', async () => {
  expect(await readLink('orders.js?live')).toEqual({ link: '</orders.css>; rel=stylesheet', exposed: 'Link' });
});

test('it names those of package.json instead', async () => {
  const { link } = await readLink('orders.js', ['a b.css', 'orders.css']);
  expect(link).toBe('</a%20b.css>; rel=stylesheet, </orders.css>; rel=stylesheet');
});

test('another file, an entry without style sheets, and a missing folder name none', async () => {
  for (const each of [readLink('other.js'), readLink('orders.js', []), readLink('orders.js', undefined, '/nowhere')])
    expect(await each).toEqual({ link: null, exposed: null });
});
