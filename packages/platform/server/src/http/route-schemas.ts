import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { parse } from './parse';

/** The types of requests and answers, by the valibot schemas that a route declares in `schema`. */
export interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  readonly serializer: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** A scope whose routes declare valibot schemas: they parse parameters, queries and bodies, and describe the API. */
export type ApiScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** A request that was parsed by the schemas of its address, its query and its body. */
export type ApiRequest<
  Params extends v.GenericSchema,
  Body extends v.GenericSchema,
  Query extends v.GenericSchema = v.GenericSchema,
> = FastifyRequest<{
  Params: v.InferOutput<Params>;
  Querystring: v.InferOutput<Query>;
  Body: v.InferOutput<Body>;
}>;

const schemaSchema = v.custom<v.GenericSchema>((value) => v.is(v.object({ kind: v.literal('schema') }), value));
const schemasSchema = v.object({
  params: v.optional(schemaSchema),
  querystring: v.optional(schemaSchema),
  body: v.optional(schemaSchema),
  response: v.optional(v.record(v.string(), schemaSchema), {}),
});

/** Returns the schemas that a route declares; `response` has those of its answers, by status. */
export function readRouteSchemas(schema: FastifySchema = {}): v.InferOutput<typeof schemasSchema> {
  return v.parse(schemasSchema, schema);
}

/** Parses requests of a scope by the schemas of its routes. A call without a body has an empty one. */
export function acceptSchemas(app: FastifyInstance): void {
  // The hook parses: a validator may answer an error, but not throw it.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('preValidation', async (request) => {
    const { params, querystring, body } = readRouteSchemas(request.routeOptions.schema);
    if (params) request.params = parse(params, request.params);
    if (querystring) request.query = parse(querystring, request.query);
    if (body) request.body = parse(body, request.body ?? {});
  });
}
