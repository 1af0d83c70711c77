import { getPublishedName, type ImportMap } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from '../../http/answer-error';
import { ApiError } from '../../http/api-error';
import { negotiateLocale } from '../../http/negotiation';
import { formatMessage } from '../../i18n/i18n';
import { checkVersion } from '../checks/check-version';
import type { RegistryServices } from '../create-registry';
import { changeModule } from '../live-map/change-live-map';
import { remove } from '../live-map/transitions';
import { publishVersions, type VersionPublication } from '../publications/publish-versions';
import {
  mayChange,
  type Publisher,
  recordPublishingRefusals,
  requireCredential,
  requireModule,
} from '../team-tokens/publisher';
import { fetchAll } from '../versions/fetch-file';
import { prepareExternalEntry } from '../versions/prepare-external-version';
import { warnOfEndedNeeds, warnOfPolicy } from '../versions/prepare-version';
import {
  acceptDeployerBodies,
  createFolderError,
  findPackageVersion,
  isFolderName,
  parseImportEntries,
  parseServiceEntry,
  parseServiceName,
  type RequestedEntry,
} from './deployer-body';

/** The only environment. */
const environment = 'default';

type ServiceRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * The API of import-map-deployer, for existing pipelines of teams that host their modules. The server fetches and
 * checks every address, also with `skip_url_check`. The password is a team token or the operator's key.
 * Source: https://github.com/single-spa/import-map-deployer
 */
export async function registerDeployerRoutes(app: FastifyInstance, services: RegistryServices): Promise<void> {
  acceptDeployerBodies(app);
  recordPublishingRefusals(app, services);
  app.addHook('onRequest', async ({ headers }, reply) => {
    // Scripts send no language, and their authors read the errors in English logs.
    if (!/[a-z]/i.test(headers['accept-language'] ?? '')) headers['accept-language'] = 'en';
    reply.header('cache-control', 'no-store');
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
    // Skips entries that are in the map already, except those that the caller hosts: their content may have changed.
    const isRepeated = ({ name, address }: RequestedEntry) =>
      current.imports[name] === address && !(mayChange(publisher, getPublishedName(name)) && URL.canParse(address));
    const wanted = parseImportEntries(request.body, current).filter((entry) => !isRepeated(entry));
    return publish(request, reply, publisher, wanted);
  });

  app.patch('/services', async (request, reply) => {
    const publisher = await requireCaller(request, reply);
    const level = readParameter(request, 'packageDirLevel');
    if (level) throw createFolderError(`packageDirLevel=${level}`);
    return publish(request, reply, publisher, [parseServiceEntry(request.body)]);
  });

  app.delete('/services/:name', async (request: ServiceRequest, reply) => {
    const publisher = await requireCaller(request, reply);
    const module = parseServiceName(request.params.name, await readLiveNames());
    requireModule(publisher, module);
    const note = { by: publisher, reason: formatReason(request) };
    await changeModule(services, module, note, ({ canary, live, state }, { at }) =>
      live || canary ? remove(state, at) : undefined,
    );
    return currentMap();
  });

  /** @throws ApiError 401 without valid credentials, 404 for the import map of another environment */
  async function requireCaller(request: FastifyRequest, reply: FastifyReply): Promise<Publisher> {
    reply.header('www-authenticate', 'Basic realm="import-map-deployer", charset="UTF-8"');
    const publisher = await requireCredential(request, parseBasicPassword(request), services);
    reply.removeHeader('www-authenticate');
    if ((readParameter(request, 'env') || environment) !== environment) throw new ApiError(404, 'environment-unknown');
    return publisher;
  }

  async function publish(
    request: FastifyRequest,
    reply: FastifyReply,
    publisher: Publisher,
    wanted: readonly RequestedEntry[],
  ): Promise<ImportMap> {
    const named = wanted.filter((entry) => !isFolderName(entry));
    const folders = wanted.filter(isFolderName).map(({ name }) => name);
    const isLive = await readLiveNames();
    for (const name of folders) requireModule(publisher, parseServiceName(name.slice(0, -1), isLive));
    // A client of import-map-deployer may send the folder of each module too.
    if (named.length === 0 && folders[0] !== undefined) throw createFolderError(folders[0]);
    const { registry } = services;
    const parseEntry = registry.createEntryParser(publisher.caller);
    const results = await fetchAll(named, async (entry, signal) => {
      try {
        const module = parseServiceName(entry.name, isLive);
        requireModule(publisher, module);
        requireWhole(entry.address);
        const { href } = await registry.requireAllowedAddress(entry.address);
        const located = { ...entry, module, version: findPackageVersion(module, href) };
        const prepared = await prepareExternalEntry(located, registry.requireAllowedAddress, parseEntry, signal);
        return warnOfPolicy(services, prepared);
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return error;
        throw error;
      }
    });
    requireNoErrors(
      results.filter((result) => result instanceof ApiError),
      request,
    );
    const versions = results.flatMap((result) => (result instanceof ApiError ? [] : [result]));
    const reason = formatReason(request);
    const publications: VersionPublication[] = [];
    for (const prepared of versions) {
      const checked = await checkVersion(services, publisher, prepared, 'nobody');
      publications.push({ checked: await warnOfEndedNeeds(services, checked), reason });
    }
    await publishVersions(services, publisher, publications);
    // English, because a header may contain ASCII letters only.
    const warnings = [...folders.map(createFolderError), ...publications.flatMap(({ checked }) => checked.warnings)];
    const texts = warnings.map(({ code, values }) => formatMessage(code, 'en', values));
    const shown = shortenWarnings(texts);
    if (shown.length > 0) reply.header('x-portico-warning', shown);
    if (shown.some((text, index) => text !== texts[index])) {
      request.log.warn({ warnings: texts }, 'The answer has no room for all warnings of a publication');
    }
    return currentMap();
  }

  /** Returns whether a module or a package is live. */
  async function readLiveNames(): Promise<(published: string) => boolean> {
    const modules = await services.registry.importMap.getModules();
    return (published) => modules.get(published)?.live !== undefined;
  }

  /** Clients expect `scopes`, and may send the whole map back; the scopes of pages are refused there. */
  async function currentMap(): Promise<ImportMap> {
    return { ...(await services.registry.importMap.getMap({ hasFallbacks: false })).importMap, scopes: {} };
  }
}

const health = { message: 'import-map-deployer is running' };

function readParameter({ url }: FastifyRequest, name: string): string | null {
  return new URL(url, 'http://portal.invalid').searchParams.get(name);
}

/** Names every refused entry, not only the first; throws ApiError. */
function requireNoErrors(errors: readonly ApiError[], { headers }: FastifyRequest): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  const locale = negotiateLocale(headers['accept-language']);
  const sentences = errors.map(({ code, values }) => formatMessage(code, locale, values));
  const values = { count: String(errors.length), errors: sentences.join(' ') };
  throw new ApiError(first.status, 'entries-refused', { values });
}

/** The reason in the history. */
function formatReason({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`;
}

/** @throws ApiError 400 for a path, which pages would resolve against their own host */
function requireWhole(address: string): void {
  if (/^\.{0,2}\/(?!\/)/.test(address)) throw new ApiError(400, 'address-relative', { values: { address } });
}

/** Returns the password of the request's basic credentials (RFC 7617), in UTF-8. The user name is ignored. */
function parseBasicPassword({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}

/** Proxies refuse a response with more than 4 or 8 KB of headers, and the versions are live by then. */
const maxWarnings = 10;
const maxLength = 350;

/** Shortens warnings so that they fit into a header. */
export function shortenWarnings(warnings: readonly string[]): string[] {
  const shown = warnings
    .slice(0, maxWarnings)
    .map((text) => (text.length > maxLength ? `${text.slice(0, maxLength)} ...` : text));
  const left = warnings.length - shown.length;
  return left > 0 ? [...shown, `${left} more in the log of the portal`] : shown;
}
