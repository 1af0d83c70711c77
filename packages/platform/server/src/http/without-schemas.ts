/**
 * For every Fastify of the server: requests are parsed with valibot. Without these, Fastify would load its compilers of
 * JSON schemas, which the bundled server does not have.
 */
export const withoutSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

function refuseSchema(): never {
  throw new Error('A route must not have a JSON schema; parse its input with valibot.');
}
