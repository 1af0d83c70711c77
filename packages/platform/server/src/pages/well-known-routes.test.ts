import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { readEnvironment } from '../process/environment';
import { registerWellKnownRoutes } from './well-known-routes';

async function writeText(text: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'portico-test-')), 'file.txt');
  await writeFile(file, text);
  return file;
}

async function ask(url: string, variables: Record<string, string> = {}) {
  const app = fastify();
  await registerWellKnownRoutes(app, readEnvironment(variables));
  return app.inject({ url }).finally(() => app.close());
}

test('the address for a new password leads to the section of the profile', async () => {
  const { headers, statusCode } = await ask('/.well-known/change-password');
  expect([statusCode, headers.location]).toEqual([303, '/profile#update-password']);
});

test('robots may read nothing, or what the operator writes', async () => {
  const { body, headers } = await ask('/robots.txt');
  expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n']);
  const PORTICO_ROBOTS_TXT = await writeText('User-agent: *\nAllow: /acme/portal\n');
  expect((await ask('/robots.txt', { PORTICO_ROBOTS_TXT })).body).toContain('/acme/portal');
});

const contact = 'Contact: mailto:security@example.com\n';
const expires = 'Expires: 2027-06-30T22:00:00.000Z\n';

test('security.txt is the file of the operator, and without one not found', async () => {
  const text = `${contact.replace('\n', '\r\n')}${expires}`;
  const PORTICO_SECURITY_TXT = await writeText(`\uFEFF${text}`);
  const { body, headers } = await ask('/.well-known/security.txt', { PORTICO_SECURITY_TXT });
  expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', text]);
  expect((await ask('/.well-known/security.txt')).statusCode).toBe(404);
});

test.each([
  ['no contact', expires],
  ['no expiry', contact],
  ['two expiries', contact + expires + expires],
  ['an expiry without a time', `${contact}Expires: soon\n`],
])('a security.txt with %s is refused', async (_case, text) => {
  const PORTICO_SECURITY_TXT = await writeText(text);
  await expect(ask('/', { PORTICO_SECURITY_TXT })).rejects.toThrow(`${PORTICO_SECURITY_TXT} needs a "Contact:"`);
});

test('a file that cannot be read is named', async () => {
  await expect(ask('/', { PORTICO_ROBOTS_TXT: '/nothing/robots.txt' })).rejects.toThrow(
    'The file /nothing/robots.txt cannot be read.',
  );
});
