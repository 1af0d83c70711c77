import { rm } from 'node:fs/promises';
import { configurationSchema } from '@portico/contract';
import fastify from 'fastify';
import * as v from 'valibot';
import { BuildError } from '../registry/build-files';
import { writeTestShell } from '../testing/write-test-shell';
import { registerPageHost } from './page-host';

test('the page of a broken portal names the error, and loads its icon alone, which its policy allows', async () => {
  const distDirectory = await writeTestShell();
  const app = fastify();
  await app.register((scope) =>
    registerPageHost(scope, {
      getConfiguration: async () => v.parse(configurationSchema, {}),
      importMapFor: async () => {
        throw new BuildError('<b> is not a name.');
      },
      findSession: async () => undefined,
      signIn: async () => {},
      distDirectory,
    }),
  );
  const { statusCode, body, headers } = await app.inject({ url: '/' });
  expect(statusCode).toBe(500);
  expect(body).toContain('<code>&lt;b> is not a name.</code>');
  expect(headers['content-security-policy']).toBe("default-src 'none'; img-src 'self'; frame-ancestors 'none'");
  const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(body) ?? [];
  expect((await app.inject({ url: icon })).headers['content-type']).toBe('image/svg+xml');
  expect(body.match(/href=|src=/g)).toHaveLength(1);
  await app.close();
  await rm(distDirectory, { recursive: true });
});
