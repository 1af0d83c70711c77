import { listQuerySchema } from '@portico/contract';
import { createdTeamTokenSchema, newTeamTokenSchema, teamTokenPageSchema } from '@portico/contract/administration';
import {
  addressReleaseSchema,
  moduleStatusSchema,
  quarantineSchema,
  releasedAddressSchema,
} from '@portico/contract/publishing';
import { and, eq, sql } from 'drizzle-orm';
import { ApiError } from '../http/api-error';
import { findNearest, requirePublished } from '../http/find-nearest';
import { byIdSchema, byModuleSchema, parseId } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { findEmails } from '../identity/accounts/user-repository';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import {
  getAuthor,
  listAllowedModules,
  manageTokens,
  mayUseModule,
  readTokens,
  requireModules,
} from '../identity/roles/require-permission';
import { createToken, describeToken, readPageOfTokens } from '../identity/sessions/secret-tokens';
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

const tokenPrefix = 'portico_tt_';

/** The operator's routes for team tokens, for the release of addresses, and for the quarantine of versions. */
export function registerOperatorRegistryRoutes(app: ApiScope, services: RegistryServices): void {
  const { database, now } = services;
  const addOperation = createOperationRoutes(app, services);

  const list = { querystring: listQuerySchema, response: { 200: teamTokenPageSchema } };
  app.get('/team-tokens', { config: readTokens, schema: list }, async (request) => {
    const { modules } = teamTokens;
    const allowed = listAllowedModules(request);
    const isAllowed = allowed && sql`${modules} <@ ${JSON.stringify(allowed)}::jsonb`;
    const { items, next } = await readPageOfTokens(
      database,
      { table: teamTokens, modules },
      request.query,
      (condition, sorting, limit) =>
        database
          .select()
          .from(teamTokens)
          .where(and(isAllowed, condition))
          .orderBy(...sorting)
          .limit(limit),
    );
    return { items: items.map(({ modules, shown }) => ({ ...shown, modules: [...modules] })), next };
  });

  addOperation(
    'POST',
    '/team-tokens',
    { ...manageTokens, body: newTeamTokenSchema, answer: createdTeamTokenSchema },
    async (tx, request) => {
      const { modules: wanted, new: isNew, ...named } = request.body;
      requireModules(request, wanted);
      if (!isNew) requireNoMistake(wanted, await services.listModules(tx));
      const modules = [...new Set(wanted)].sort();
      const { row, token } = createToken(tokenPrefix, named, getAuthor(request), now());
      const { id, name } = row;
      await tx.insert(teamTokens).values({ ...row, modules });
      const answer = { ...describeToken(row, await findEmails(tx, [row.createdBy])), modules, token };
      return { action: 'team-token-created', target: modules.join(','), details: { id, name }, answer };
    },
  );

  addOperation('DELETE', '/team-tokens/:id', { ...manageTokens, params: byIdSchema }, async (tx, request) => {
    const id = parseId(request, 'team-token-unknown');
    const [token] = await tx.select().from(teamTokens).where(eq(teamTokens.id, id)).for('update');
    if (!token?.modules.every((module) => mayUseModule(request, module))) {
      throw new ApiError(404, 'team-token-unknown');
    }
    await tx.delete(teamTokens).where(eq(teamTokens.id, id));
    return { action: 'team-token-revoked', target: token.modules.join(','), details: { id } };
  });

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
