import { createHash } from 'node:crypto';
import { importMapSchema } from '@portico/contract';
import { createdTeamTokenSchema } from '@portico/contract/administration';
import { mapChangeListSchema, moduleStatusListSchema, moduleStatusSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { formatCohort } from '../identity/sessions/cohort';
import { sessionCookieName } from '../identity/sessions/session-cookies';
import type { TestServer } from './start-test-server';

/** The files of a module, by name. */
type TestFiles = Readonly<Record<string, string>>;

/** The files of a built module, whose entry differs by version. */
export function builtModule(marker: string): TestFiles {
  return {
    'module.js': `System.register([],function(e){return{execute:function(){e("default",${JSON.stringify(marker)})}}});`,
    'module.chunk.js': `// ${marker}`,
  };
}

export function computeDigest(content: string | Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

/** The calls of a team and of a browser. */
export function publishingCalls(server: Pick<TestServer, 'call' | 'operatorKey'>) {
  const call: TestServer['call'] = (...parameters) => server.call(...parameters);
  const ofModule = (module: string) => `/api/publishing/modules/${module}`;

  const upload = (token: string, module: string, content: string, digest = computeDigest(content)) =>
    call('PUT', `${ofModule(module)}/files/${digest}`, {
      token,
      body: content,
      headers: { 'content-type': 'application/octet-stream' },
    });

  const post = (token: string, module: string, action: string, body: object = {}) =>
    call('POST', `${ofModule(module)}/${action}`, { token, body });

  /** Sends the files and publishes them. */
  async function publish(
    token: string,
    module: string,
    files: TestFiles,
    options: object = {},
    action: 'versions' | 'previews' = 'versions',
  ): Promise<Response> {
    for (const content of Object.values(files)) await upload(token, module, content);
    const named = Object.entries(files).map(([name, content]) => ({ name, digest: computeDigest(content) }));
    return post(token, module, action, { entry: 'module.js', files: named, ...options });
  }

  const readMap = async (headers: Record<string, string> = {}, query = '') =>
    v.parse(importMapSchema, await (await call('GET', `/import-map.json${query}`, { headers })).json());

  return {
    createToken: async (...modules: string[]) => {
      const body = { modules, name: 'Test' };
      const response = await call('POST', '/api/operator/team-tokens', { token: server.operatorKey, body });
      return v.parse(createdTeamTokenSchema, await response.json());
    },
    upload,
    post,
    publish,
    /** As `publish`, and requires success. */
    published: async (token: string, module: string, marker: string, options: object = {}) =>
      statusIn(await publish(token, module, builtModule(marker), options)),
    /** As `post`, and requires success. */
    changed: async (token: string, module: string, action: string, body: object = {}) =>
      statusIn(await post(token, module, action, body)),
    modules: async (token: string) =>
      v.parse(moduleStatusListSchema, await (await call('GET', '/api/publishing/modules', { token })).json()),
    history: async (token: string, query = '') =>
      v.parse(mapChangeListSchema, await (await call('GET', `/api/publishing/history${query}`, { token })).json()),
    readMap,
    /** The address of a module for a reader. */
    getAddress: async (module: string, cohort?: number) => {
      const headers = cohort === undefined ? undefined : { cookie: `${sessionCookieName}=${formatCohort(cohort)}` };
      return (await readMap(headers)).imports[`@module/${module}`];
    },
    /** A call of a pipeline that publishes by the API of import-map-deployer. */
    deploy: (token: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Basic ${btoa(`ci:${token}`)}` };
      return call(method, `/deployer/${path}`, { headers, body });
    },
    outcome: (token: string, module: string, version: string, outcome: 'mounted' | 'failed') =>
      call('POST', '/api/publishing/outcomes', { token, body: { module, version, outcome } }),
  };
}

/** The status in the response of a change. */
export async function statusIn(response: Response) {
  return v.parse(moduleStatusSchema, await response.json());
}
