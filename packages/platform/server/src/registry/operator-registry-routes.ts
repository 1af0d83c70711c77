import { randomUUID } from 'node:crypto';
import {
  addressReleaseSchema,
  createdTeamTokenSchema,
  moduleStatusSchema,
  newTeamTokenSchema,
  publishedNameSchema,
  quarantineSchema,
  releasedAddressSchema,
  teamTokenListSchema,
} from '@portico/contract';
import { asc } from 'drizzle-orm';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { findNearest, requirePublished } from '../http/find-nearest';
import { byIdSchema, parseId } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { createSecretToken, deleteToken, describeToken, hashToken } from '../identity/sessions/secret-tokens';
import type { RegistryServices } from './create-registry';
import { changeLiveMap, changeModule } from './live-map/change-live-map';
import { release } from './live-map/transitions';
import { releaseVersions } from './publications/claim-addresses';
import { teamTokens } from './tables';
import { createOperatorAuthor } from './team-tokens/publisher';
import {
  createUnknownError,
  findVersion,
  listAddressHolders,
  listFolderHolders,
  setQuarantined,
} from './versions/version-repository';

const byModuleSchema = v.object({ module: publishedNameSchema });
const tokenPrefix = 'portico_tt_';

/** The operator's routes for team tokens, for the release of addresses, and for the quarantine of versions. */
export function registerOperatorRegistryRoutes(app: ApiScope, services: RegistryServices): void {
  const { database, now } = services;
  const addOperation = createOperationRoutes(app, services);

  app.get('/team-tokens', { schema: { response: { 200: teamTokenListSchema } } }, async () => {
    const tokens = await database.select().from(teamTokens).orderBy(asc(teamTokens.createdAt), asc(teamTokens.id));
    return tokens.map((token) => ({ ...describeToken(token), modules: [...token.modules] }));
  });

  addOperation(
    'POST',
    '/team-tokens',
    async (tx, request) => {
      const { modules: wanted, name, new: isNew } = request.body;
      if (!isNew) requireNoMistake(wanted, await services.listModules(tx));
      const [id, token, modules] = [randomUUID(), createSecretToken(tokenPrefix), [...new Set(wanted)].sort()];
      // The database stores only the hash, so the token is shown once.
      const row = { id, hash: hashToken(token), modules, name, createdAt: now(), lastUsedAt: null };
      await tx.insert(teamTokens).values(row);
      const answer = { ...describeToken(row), modules, token };
      return { action: 'team-token-created', target: modules.join(','), details: { id, name }, answer };
    },
    { isDangerous: true, body: newTeamTokenSchema, answer: createdTeamTokenSchema },
  );

  addOperation(
    'DELETE',
    '/team-tokens/:id',
    async (tx, request) => {
      const id = parseId(request, 'team-token-unknown');
      if (!(await deleteToken(tx, teamTokens, id))) throw new ApiError(404, 'team-token-unknown');
      return { action: 'team-token-revoked', details: { id } };
    },
    { params: byIdSchema },
  );

  const releaseSchemas = { body: addressReleaseSchema, response: { 200: releasedAddressSchema } };
  app.post('/addresses/release', { schema: releaseSchemas }, async (request) => {
    const { address, reason } = request.body;
    const note = { by: createOperatorAuthor(request), reason: `${address} is released. ${reason}`.trim() };
    const modules = await changeLiveMap(services, async (transaction) => {
      const { tx } = transaction;
      const holders = address.endsWith('/') ? listFolderHolders(tx, address) : listAddressHolders(tx, [address]);
      return releaseVersions(transaction, await holders, note);
    });
    return { modules };
  });

  const quarantine = {
    config: { isDangerous: true },
    schema: { params: byModuleSchema, body: quarantineSchema, response: { 200: moduleStatusSchema } },
  };
  app.post('/modules/:module/quarantine', quarantine, (request) => {
    const { module } = request.params;
    const { reason, version } = request.body;
    const note = { by: createOperatorAuthor(request), reason };
    return changeModule(services, module, note, async ({ state }, { at, tx }) => {
      const found = await findVersion(tx, module, version);
      if (found === undefined) throw createUnknownError(version);
      if (found.quarantinedAt !== null) return undefined;
      await setQuarantined(tx, module, version, at);
      return { ...release(state, new Set([version]), at, 'quarantine'), from: version };
    });
  });
}

/**
 * Refuses a key of no published module that is nearly one of a published module. Other new keys are those of new modules,
 * whose teams need a token to publish them.
 */
function requireNoMistake(modules: readonly string[], published: readonly string[]): void {
  for (const module of modules) if (findNearest(module, published) !== undefined) requirePublished(module, published);
}
