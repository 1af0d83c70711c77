import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { BuildError } from '../registry/build-files';
import { writeTestShell } from '../testing/write-test-shell';
import { digest } from './content-policy';
import { createPageErrorHandler } from './error-pages';
import { createShellFiles } from './shell-files';

describe('instead of a page', () => {
  /** Opens the page as a navigation, while its configuration cannot be read. */
  async function open(distDirectory: string, error: Error, cookies = {}) {
    const app = fastify();
    await app.register(cookie);
    const readShell = createShellFiles(distDirectory);
    const readHost = () => Promise.reject(error);
    app.setErrorHandler(createPageErrorHandler(readShell, readHost));
    app.get('/', async () => [await readShell(), await readHost()]);
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const answer = await app.inject({ url: '/', headers, cookies }).finally(() => app.close());
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    return answer;
  }
  const shell = writeTestShell();

  it.each([
    ['pt', 'pt-BR', 'O portal não pôde iniciar', 'The portal'],
    ['en', 'en', 'The portal could not start', 'O portal'],
  ])('is in one language: %s', async (locale, lang, title, other) => {
    const error = new BuildError('No "@portico/<shared>" & co.');
    const { body } = await open(shell, error, { 'portico-look': `${locale}-light` });
    expect(body).toContain(`<html lang="${lang}" display-mode="light">`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).not.toContain(other);
    expect(body).toContain('No &quot;@portico/&lt;shared>&quot; &amp; co.');
  });

  it('names the file of the build that is missing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
    const { body, statusCode } = await open(folder, new Error('a secret'));
    expect(statusCode).toBe(500);
    expect(body).toMatch(/<code>.*\.(?:json|html|js|css)/);
  });

  it('has the language and the theme of the portal, or those of the browser', async () => {
    const error = new Error('a secret');
    expect((await open(shell, error)).body).toContain('<html lang="en">');
    const { body } = await open(shell, error, { 'portico-look': 'pt-dark' });
    expect(body).toContain('<html lang="pt-BR" display-mode="dark">');
  });

  it('reveals nothing about an error of the server, and allows only its own styles', async () => {
    const { body, headers, statusCode } = await open(shell, new Error('a secret'));
    expect(statusCode).toBe(500);
    const [, styles = ''] = /<style>(.*)<\/style>/.exec(body) ?? [];
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect(headers['content-security-policy']).toContain(digest(styles));
    expect(body).toContain('<code>');
    expect(body).not.toContain('a secret');
  });

  it('retries while the database is unavailable, even with an unknown tenant', async () => {
    const error = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const { body, headers, statusCode } = await open(shell, error);
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toContain('<title>Portico</title>');
    const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(2);
    for (const [, script = ''] of scripts) expect(headers['content-security-policy']).toContain(digest(script));
  });
});
