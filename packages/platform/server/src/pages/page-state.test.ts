import { rm } from 'node:fs/promises';
import { configurationSchema, importMapSchema, pageStateSchema } from '@portico/contract';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { writeTestShell } from '../testing/write-test-shell';
import { registerPageHost } from './page-host';

let distDirectory: string;
let app: FastifyInstance;
beforeAll(async () => {
  distDirectory = await writeTestShell();
  app = fastify();
  await app.register((scope) =>
    registerPageHost(scope, {
      getConfiguration: async () => v.parse(configurationSchema, {}),
      importMapFor: async (_hostname, cohort) => ({
        importMap: { imports: { '@module/smsa': `/smsa/${cohort ?? 'all'}.js` }, integrity: {}, rollouts: {} },
        dependsOnUser: cohort === undefined,
      }),
      distDirectory,
    }),
  );
});
afterAll(async () => {
  await app.close();
  await rm(distDirectory, { recursive: true });
});

/** The JSON of a page's script with this id. */
function jsonIn(page: string, start: string): unknown {
  return JSON.parse(page.split(`<script ${start}>`)[1]?.split('</script>')[0] ?? '');
}

test('a page has the import map of its user, and says whether another user may get another map', async () => {
  const pageFor = async (cookie?: string) => {
    const { body } = await app.inject({ url: '/', headers: cookie === undefined ? {} : { cookie } });
    const { imports } = v.parse(importMapSchema, jsonIn(body, 'type="systemjs-importmap"'));
    const state = v.parse(pageStateSchema, jsonIn(body, 'id="portico-state" type="application/json"'));
    return [imports['@module/smsa'], state];
  };
  expect(await pageFor()).toEqual(['/smsa/all.js', { hasSession: false, dependsOnUser: true }]);
  expect(await pageFor('portico-session=c42')).toEqual(['/smsa/42.js', { hasSession: true }]);
  expect(await pageFor('portico-session=x')).toEqual(['/smsa/all.js', { hasSession: true, dependsOnUser: true }]);
});
