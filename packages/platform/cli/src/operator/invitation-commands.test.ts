import { startLocalServer } from '@portico/check';
import { createProgram } from '../create-program';

const nina = {
  id: 'i2',
  email: 'nina@acme.test',
  name: 'Nina Reis',
  modules: [],
  state: 'sent',
  created_at: '2026-04-24T00:00:00.000Z',
  expires_at: '2026-05-01T00:00:00.000Z',
};
const other = { ...nina, id: 'i1', email: 'other-nina@acme.test' };

let portal: Awaited<ReturnType<typeof startLocalServer>>;
let calls: string[];
let lines: string[];
beforeEach(async () => {
  [calls, lines] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  portal = await startLocalServer(async ({ method, url = '' }, response) => {
    calls.push(`${method} ${url.replace('/api/operator/tenants/acme/', '')}`);
    const isLast = url.includes('after=1');
    if (method === 'GET') response.end(JSON.stringify({ items: [isLast ? nina : other], next: isLast ? null : '1' }));
    else response.writeHead(204).end();
  });
});
afterEach(() => portal.close());

async function run(...words: readonly string[]): Promise<void> {
  const files = { folder: '', templates: '', shell: '' };
  const all = ['user', ...words, '--tenant', 'acme', '--portal', portal.origin, '--key', 'key'];
  await createProgram(files).parseAsync(all, { from: 'user' });
}

test('open invitations are listed', async () => {
  await run('invitations');
  const rows = lines.join('\n').split('\n').slice(1);
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    ['other-nina@acme.test', 'Nina Reis', 'sent', nina.expires_at],
    ['nina@acme.test', 'Nina Reis', 'sent', nina.expires_at],
  ]);
});

test('an invitation is sent again and withdrawn by the e-mail, not by one that contains it', async () => {
  await run('resend-invitation', 'nina@acme.test');
  expect(calls.at(-1)).toBe('POST invitations/i2/resend');
  expect(calls[0]).toContain('state=open&search=nina%40acme.test');
  await run('withdraw-invitation', 'nina@acme.test');
  expect(calls.at(-1)).toBe('DELETE invitations/i2');
});

test('an e-mail without an open invitation is an error', async () => {
  await expect(run('resend-invitation', 'ana@acme.test')).rejects.toThrow(
    'ana@acme.test has no open invitation to acme.',
  );
});
