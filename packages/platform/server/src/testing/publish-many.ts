import * as v from 'valibot';
import { createTestClient } from './test-client';
import { publishingCalls } from './test-publishing';

// A program: publishes versions of several modules together, as the pipelines of teams do that know nothing of each
// other. PUBLISHED_AT: the addresses of servers, in turn. PUBLISHED_AS: a token. PUBLISHED_NAMES: `module version`,
// with commas.
const variablesSchema = v.object({
  PUBLISHED_AT: v.pipe(
    v.string(),
    v.transform((list) => list.split(',')),
  ),
  PUBLISHED_AS: v.string(),
  PUBLISHED_NAMES: v.pipe(
    v.string(),
    v.transform((list) => list.split(',')),
  ),
});
const { PUBLISHED_AS, PUBLISHED_AT, PUBLISHED_NAMES } = v.parse(variablesSchema, process.env);

const servers = PUBLISHED_AT.map((url) => publishingCalls({ ...createTestClient(url), operatorKey: '' }));
await Promise.all(
  PUBLISHED_NAMES.map(async (name, number) => {
    const [module = '', version = ''] = name.split(' ');
    const server = servers[number % servers.length];
    const status = await server?.published(PUBLISHED_AS, module, name, { version });
    if (status?.version !== version) throw new Error(`${name} is not what its answer says.`);
  }),
);
