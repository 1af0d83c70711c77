import { createdScimTokenSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import type { TestServer } from './start-test-server';

/** A user or a group as a directory reads it. */
const resourceSchema = v.looseObject({ id: v.string(), meta: v.looseObject({ version: v.string() }) });

const patchSchemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

/** Makes calls as the directory of a tenant; by default of that of the server's address. */
export async function createScimClient(server: TestServer, tenant = 'smsa', body: object = {}) {
  const created = await server.operate('POST', `tenants/${tenant}/scim-tokens`, body);
  const { id, token } = v.parse(createdScimTokenSchema, await created.json());
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.call(method, `/api/scim/v2/${path}`, {
      token,
      headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
      ...(body !== undefined && { body }),
    });
  const read = async (response: Promise<Response>) => v.parse(resourceSchema, await (await response).json());
  const readList = async (path: string) =>
    v.parse(
      v.looseObject({
        totalResults: v.number(),
        itemsPerPage: v.number(),
        Resources: v.array(v.looseObject({ id: v.optional(v.string()) })),
      }),
      await (await call('GET', path)).json(),
    );
  return {
    tokenId: id,
    token,
    call,
    get: (path: string) => read(call('GET', path)),
    add: (path: string, body: object) => read(call('POST', path, body)),
    patch: (path: string, ...Operations: readonly object[]) =>
      call('PATCH', path, { schemas: patchSchemas, Operations }),
    find: (type: string, filter: string) => readList(`${type}?filter=${encodeURIComponent(filter)}`),
    list: readList,
  };
}

export type ScimClient = Awaited<ReturnType<typeof createScimClient>>;

/** The status and the keyword of a refused call. */
export async function readScimError(response: Response): Promise<string> {
  const schema = v.object({
    schemas: v.tuple([v.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
    status: v.string(),
    scimType: v.optional(v.string(), ''),
    detail: v.string(),
  });
  const { scimType, status } = v.parse(schema, await response.json());
  return `${response.status === Number(status) ? status : 'odd'} ${scimType}`.trim();
}
