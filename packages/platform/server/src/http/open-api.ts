import { apiErrorSchema } from '@portico/contract';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type * as v from 'valibot';
import { readRouteSchemas } from './route-schemas';

/** Returns what describes the routes of a scope and its children, from the schemas that parse their requests. */
export function createApiDescription(app: FastifyInstance): () => object {
  const routes: RouteOptions[] = [];
  let document: object | undefined;
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  return () => {
    document ??= describeRoutes(routes);
    return document;
  };
}

/** Describes routes by the OpenAPI specification, version 3.1.1. */
export function describeRoutes(routes: readonly RouteOptions[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat()) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: describeRoute(route, method, path) };
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portico',
      version: '1',
      description:
        'The API of the operator’s key and of people with roles. `x-permission` is what a person needs; without it, the ' +
        'call is for operators. For a call with `x-dangerous`, a person confirms the password at most ten minutes before. ' +
        'Calls below `/api/publishing` take team tokens too.',
    },
    paths,
    components: {
      schemas: { Error: toJson(apiErrorSchema) },
      responses: {
        Error: { description: 'Why the call failed.', ...describeJson({ $ref: '#/components/schemas/Error' }) },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  };
}

function describeRoute({ config, schema }: RouteOptions, method: string, path: string) {
  const { params, querystring, body, response } = readRouteSchemas(schema);
  const { isDangerous, permission } = config ?? {};
  const answers = Object.entries(response).map(([status, answer]) => [
    status,
    { description: 'The answer.', ...describeJson(toJson(answer)) },
  ]);
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'api');
  return {
    operationId: [method.toLowerCase(), ...segments].join('-').replaceAll(/[{}]/g, '').replaceAll('.', '-'),
    tags: segments.slice(0, 1),
    parameters: [...describePath(params, path), ...describeQuery(querystring)],
    ...(body && { requestBody: { required: true, ...describeJson(toJson(body)) } }),
    responses: {
      ...(answers.length > 0 ? Object.fromEntries(answers) : { '2XX': { description: 'The call succeeded.' } }),
      default: { $ref: '#/components/responses/Error' },
    },
    ...(permission !== undefined && { 'x-permission': permission }),
    ...(isDangerous && { 'x-dangerous': true }),
  };
}

/** A schema that several addresses share may have parameters that one of them lacks. */
function describePath(schema: v.GenericSchema | undefined, path: string): object[] {
  const { properties = {} } = schema ? toJson(schema) : {};
  const entries = Object.entries(properties).filter(([name]) => path.includes(`{${name}}`));
  return entries.map(([name, value]) => ({ name, in: 'path', required: true, schema: value }));
}

function describeQuery(schema: v.GenericSchema | undefined): object[] {
  const { properties = {}, required = [] } = schema ? toJson(schema) : {};
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: value,
  }));
}

function describeJson(schema: object) {
  return { content: { 'application/json': { schema } } };
}

/** Describes what callers send. A check without a counterpart in JSON Schema is left out, such as that of published names. */
function toJson(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'lazy' ? { type: 'string' } : undefined),
  });
  return json;
}
