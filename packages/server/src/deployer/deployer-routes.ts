import { type ImportMap, modulePrefix } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from '../errors/answer-error';
import { ApiError } from '../errors/api-error';
import { fetchTogether } from '../publishing/fetch-together';
import { prepareEntryElsewhere } from '../publishing/prepare-version-elsewhere';
import type { PreparedVersion } from '../publishing/prepared-version';
import { publishVersions, removeModule } from '../publishing/publish-versions';
import { findPublisher, type Publisher, requireModule } from '../publishing/publisher';
import type { Services } from '../services';
import { basicPasswordOf } from './basic-credentials';
import { acceptDeployerBodies, type WantedEntry, wantedImports, wantedService } from './deployer-body';
import { matchesIntegrity } from './matches-integrity';
import { moduleOfName } from './module-of-name';

/** The one import map there is. */
const environment = 'default';

type ModuleEntry = WantedEntry & { readonly module: string };
type ServiceRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * The calls of import-map-deployer, by which existing pipelines publish what their teams host: every address is fetched
 * and checked, also with `skip_url_check`, and the password is a team token or the operator's key.
 * Source: https://github.com/single-spa/import-map-deployer
 */
export async function registerDeployerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  acceptDeployerBodies(app);
  app.addHook('onRequest', async ({ headers }, reply) => {
    // Scripts ask for no language, and what goes wrong is read in their logs.
    if (!/[a-z]/i.test(headers['accept-language'] ?? '')) headers['accept-language'] = 'en';
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.all('/*', answerNotFound);

  app.get('/', async () => health);
  app.get('/health', async () => health);

  app.get('/environments', async (request, reply) => {
    await requireCaller(request, reply);
    return { environments: [{ name: environment, aliases: [], isDefault: true }] };
  });

  app.get('/import-map.json', async (request, reply) => {
    await requireCaller(request, reply);
    return currentMap();
  });

  app.patch('/import-map.json', async (request, reply) => {
    const publisher = await requireCaller(request, reply);
    const current = await currentMap();
    // Whatever else it repeats; what the caller hosts is looked at again.
    const isRepeated = ({ name, address }: WantedEntry) =>
      current.imports[name] === address && !(isOf(publisher, name) && URL.canParse(address));
    const wanted = wantedImports(request.body, current).filter((entry) => !isRepeated(entry));
    return publish(request, publisher, wanted);
  });

  app.patch('/services', async (request, reply) => {
    const publisher = await requireCaller(request, reply);
    return publish(request, publisher, [wantedService(request.body)]);
  });

  app.delete('/services/:name', async (request: ServiceRequest, reply) => {
    const publisher = await requireCaller(request, reply);
    const module = moduleOfName(request.params.name);
    requireModule(publisher, module);
    await removeModule(services, publisher, module, reasonOf(request));
    return currentMap();
  });

  /** @throws ApiError 401 without credentials in force, 404 for the import map of another environment */
  async function requireCaller(request: FastifyRequest, reply: FastifyReply): Promise<Publisher> {
    const password = basicPasswordOf(request);
    const publisher = password === undefined ? undefined : await findPublisher(password, services);
    if (publisher === undefined) {
      reply.header('www-authenticate', 'Basic realm="import-map-deployer", charset="UTF-8"');
      throw new ApiError(401, 'team-token-wrong');
    }
    const { searchParams } = new URL(request.url, 'http://portal.invalid');
    if ((searchParams.get('env') ?? environment) !== environment) throw new ApiError(404, 'environment-unknown');
    return publisher;
  }

  async function publish(
    request: FastifyRequest,
    publisher: Publisher,
    wanted: readonly WantedEntry[],
  ): Promise<ImportMap> {
    const entries = wanted.map((entry) => ({ ...entry, module: moduleOfName(entry.name) }));
    // Before anything is fetched: a credential reaches no further than its own modules.
    for (const { module, address } of entries) {
      requireModule(publisher, module);
      requireWhole(address);
    }
    const versions = await fetchTogether(entries, prepare);
    const reason = reasonOf(request);
    const publications = versions.map((prepared) => ({ prepared, reason }));
    await publishVersions(services, publisher, publications);
    return currentMap();
  }

  function prepare({ module, address, integrity }: ModuleEntry, signal: AbortSignal): Promise<PreparedVersion> {
    const isExpected = (content: Buffer) => integrity === undefined || matchesIntegrity(content, integrity);
    return prepareEntryElsewhere({ module, address, isExpected }, services.publishing.moduleOrigins, signal);
  }

  async function currentMap(): Promise<ImportMap> {
    return (await services.publishing.importMap.mapFor({})).importMap;
  }
}

const health = { message: 'import-map-deployer is running' };

/** Whether a name is that of a module which the publisher may change. */
function isOf(publisher: Publisher, name: string): boolean {
  return name.startsWith(modulePrefix) && publisher.mayChange(name.slice(modulePrefix.length));
}

/** What stands in the record. */
function reasonOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`;
}

/** @throws ApiError 400 for an address that a page would take for one of its own host */
function requireWhole(address: string): void {
  if (/^\.{0,2}\/(?!\/)/.test(address)) throw new ApiError(400, 'address-relative', { values: { address } });
}
