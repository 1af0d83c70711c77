// Runs on PGlite and on PostgreSQL.
import { Validator } from '@seriousme/openapi-schema-validator';
import type { RouteOptions } from 'fastify';
import * as v from 'valibot';
import { startBeforeTests } from '../testing/start-before-tests';
import { startTestServer } from '../testing/start-test-server';
import { readSession } from '../testing/test-client';

/** Reports of browsers, by the access token of a user. */
const ofBrowsers = ['/api/publishing/outcomes', '/api/publishing/vitals'];

const routes: RouteOptions[] = [];
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      prepareApp: (app) => {
        app.addHook('onRoute', (route) => {
          const isOurs = /^\/api\/(?:operator|publishing)\//.test(route.url) && !ofBrowsers.includes(route.url);
          if (isOurs && route.method !== 'HEAD') routes.push(route);
        });
      },
    },
  ),
);

/** The tests read this; the validator checks the rest. */
const documentSchema = v.looseObject({
  paths: v.record(
    v.pipe(v.string(), v.regex(/^\/api\//)),
    v.record(
      v.string(),
      v.looseObject({
        operationId: v.string(),
        parameters: v.array(v.looseObject({ name: v.string(), in: v.string(), required: v.boolean() })),
        requestBody: v.optional(
          v.looseObject({ content: v.object({ 'application/json': v.object({ schema: v.looseObject({}) }) }) }),
        ),
        responses: v.record(v.string(), v.unknown()),
        'x-permission': v.optional(v.string()),
        'x-dangerous': v.optional(v.literal(true)),
      }),
    ),
  ),
});

async function readDocument() {
  const response = await server.call('GET', '/api/openapi.json', { token: server.operatorKey });
  expect(response.status).toBe(200);
  return v.parse(documentSchema, await response.json());
}

/** Calls that send no body, or a file. */
const withoutBody = [
  'POST /api/operator/tenants/{tenant}/invitations/{id}/resend',
  'POST /api/operator/tenants/{tenant}/users/{email}/reset',
  'POST /api/operator/tenants/{tenant}/users/{email}/unlock',
  'POST /api/operator/users/{email}/reset',
  'POST /api/operator/users/{email}/unlock',
  'PUT /api/operator/tenants/{tenant}/look/logo',
  'PUT /api/publishing/modules/{module}/files/{digest}',
];
/** Calls that answer a file, or whatever is stored about a user. */
const withoutAnswer = ['GET /api/operator/backup', 'GET /api/operator/users/{email}/export'];

test('every call of operators and publishers is described, with its address, its body, its answer and what it needs', async () => {
  const { paths } = await readDocument();
  const [missing, bodiless, answerless]: string[][] = [[], [], []];
  for (const { config, method, url } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    const name = `${method} ${path}`;
    const call = paths[path]?.[String(method).toLowerCase()];
    if (call === undefined) {
      missing?.push(name);
      continue;
    }
    const inPath = call.parameters.filter((parameter) => parameter.in === 'path');
    expect([name, inPath.map((parameter) => parameter.name).sort()]).toEqual([
      name,
      [...url.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter).sort(),
    ]);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect([name, call['x-permission'], call['x-dangerous'] ?? false]).toEqual([
      name,
      config?.permission,
      config?.isDangerous ?? false,
    ]);
    if (/^P/.test(name) && call.requestBody === undefined) bodiless?.push(name);
    if (method === 'GET' && call.responses['200'] === undefined) answerless?.push(name);
  }
  expect(routes.length).toBeGreaterThan(100);
  expect({ missing, bodiless: bodiless?.sort(), answerless: answerless?.sort() }).toEqual({
    missing: [],
    bodiless: withoutBody,
    answerless: withoutAnswer,
  });
});

test('the document is valid by the schema of OpenAPI 3.1', async () => {
  const document = await readDocument();
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const paths = { '/api/nothing': { get: { parameters: [{ in: 'path' }] } } };
  expect(await new Validator().validate({ ...document, paths })).toMatchObject({ valid: false });
});

test('calls have ids of their own, and references have their aim', async () => {
  const document = await readDocument();
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((call) => call.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]*/g));
  expect([...references].sort()).toEqual(['#/components/responses/Error', '#/components/schemas/Error']);
});

test('queries and bodies are described by the schemas that parse them', async () => {
  const { paths } = await readDocument();
  const people = paths['/api/operator/tenants/{tenant}/roles'];
  expect(people?.get?.parameters).toContainEqual({
    name: 'role',
    in: 'query',
    required: false,
    schema: { type: 'string', enum: ['operator', 'administrator', 'help-desk', 'publisher', 'auditor'] },
  });
  const { schema } = people?.put?.requestBody?.content['application/json'] ?? {};
  expect(schema).toMatchObject({ required: ['email', 'granted'], properties: { email: { type: 'string' } } });
  const response = await server.operate('PUT', 'roles', { email: 'ana@portico.test', granted: { role: 'king' } });
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: 'invalid-request', message: expect.stringContaining('granted.role') },
  ]);
  expect((await server.operate('PUT', 'roles')).status).toBe(400);
});

test('only people with a role and the operator’s key read the description', async () => {
  const read = async (token?: string) =>
    (await server.call('GET', '/api/openapi.json', { ...(token !== undefined && { token }) })).status;
  const body = { email: 'dora@portico.test', password: 'portico-demo' };
  const { token } = await readSession(await server.call('POST', '/api/auth', { body }));
  expect([await read(), await read('wrong'), await read(token), await read(server.operatorKey)]).toEqual([
    401, 401, 403, 200,
  ]);
  const granted = { role: 'auditor', tenant: 'smsa' };
  await server.operate('PUT', 'roles', { email: body.email, granted });
  expect(await read(token)).toBe(200);
});
