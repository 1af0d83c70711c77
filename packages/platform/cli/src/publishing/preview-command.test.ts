import { startLocalServer } from '@portico/check';
import { createProgram } from '../create-program';

const id = '5f0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11';
const listed = { id, module: '@acme/styleguide', version: '2.4.0-pr.7', expires_at: '2026-02-08T10:00:00.000Z' };
const link = { ...listed, link: '/?portico-preview=token' };
const entry = { ...listed, created_at: '2026-02-01T10:00:00.000Z', by: 'CI (5f0c1b9e)' };

let portal: Awaited<ReturnType<typeof startLocalServer>>;
let calls: string[];
let lines: string[];
beforeEach(async () => {
  [calls, lines] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  portal = await startLocalServer(async ({ method, url = '' }, response) => {
    calls.push(`${method} ${url.replace('/api/publishing/', '')}`);
    if (method === 'DELETE') response.writeHead(204).end();
    else response.end(JSON.stringify(method === 'GET' ? [entry] : link));
  });
});
afterEach(() => portal.close());

async function run(...args: readonly string[]): Promise<void> {
  const files = { folder: '', templates: '', shell: '' };
  const words = ['preview', ...args, '--portal', portal.origin, '--token', 'token'];
  await createProgram(files).parseAsync(words, { from: 'user' });
}

test.each([[[]], [['create']]])('the names of a package and its version make a link: %j', async (verb) => {
  await run(...verb, '@acme/styleguide', '2.4.0-pr.7', '--days', '2');
  expect(calls).toEqual(['POST modules/%40acme%2Fstyleguide/versions/2.4.0-pr.7/preview']);
  expect(lines.join('\n')).toContain(`portico preview revoke ${id}\n${portal.origin}/?portico-preview=token`);
});

test('the word create allows a module with the name of a command', async () => {
  await run('create', 'list', '1.0');
  expect(calls).toEqual(['POST modules/list/versions/1.0/preview']);
});

test('it lists links, and revokes them by their ids', async () => {
  await run('list');
  expect(lines.join('\n').split('\n')[1]?.split(/ {2,}/)).toEqual([
    id,
    '@acme/styleguide',
    '2.4.0-pr.7',
    'CI (5f0c1b9e)',
    entry.created_at,
    entry.expires_at,
  ]);
  await run('revoke', id);
  expect(calls).toEqual(['GET previews', `DELETE previews/${id}`]);
  expect(lines.at(-1)).toBe(`Revoked the preview link ${id}.`);
});
