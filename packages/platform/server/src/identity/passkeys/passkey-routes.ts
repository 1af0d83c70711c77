import { newPasskeySchema, type Passkey, passkeyNameSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { formatUserAgent } from '../../http/user-agent';
import { readCallOrigin, recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { passkeys } from '../proof-tables';
import { mailLater } from '../send-mail';
import { authenticate, type CallingUser, requireRemainingSession } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import { consumeChallenge } from './challenges';
import { createCreationOptions, createRequestOptions } from './create-options';
import { describePasskey, insertPasskey, listPasskeys, type StoredPasskey } from './passkey-repository';
import { verifyNewPasskey } from './verify-passkey';

/** The options of passkeys, and the list that users keep of theirs. */
export function registerPasskeyRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, getTenantKey, now, throttle } = services;

  app.post('/auth/passkey/options', (request) => createRequestOptions(services, request));

  app.get('/auth/passkeys', async (request): Promise<Passkey[]> => {
    return (await listOwn(await authenticate(request, services))).map(describePasskey);
  });

  app.post('/auth/passkeys/options', async (request) => {
    const { session, user } = await authenticate(request, services);
    requireConfirmed(session, now());
    return createCreationOptions(services, request, `session ${session.id}`, user);
  });

  app.post('/auth/passkeys', async (request, reply): Promise<Passkey> => {
    const { session, user } = await authenticate(request, services);
    const sent = parse(newPasskeySchema, request.body);
    requireConfirmed(session, now());
    await throttle.count(database, [['passkeysOfAccount', user.email]]);
    const { challenge, passkey } = await verifyNewPasskey(services, request, `session ${session.id}`, sent);
    const added = await database.transaction(async (tx) => {
      await requireRemainingSession(tx, session, now());
      await consumeChallenge(tx, challenge, now());
      const named = { ...passkey, userId: user.id, name: namePasskey(request) };
      const inserted = await insertPasskey(tx, named, now());
      await recordOwnAction(tx, now(), request, session, 'passkey-added', { target: inserted.name });
      return inserted;
    });
    mailLater(services, request, user, { mail: 'mail.passkey-added' });
    reply.code(201);
    return describePasskey(added);
  });

  app.patch('/auth/passkeys/:id', async (request, reply) => {
    const caller = await authenticate(request, services);
    const { name } = parse(passkeyNameSchema, request.body);
    const { id } = await findOwn(request, caller);
    await database.transaction(async (tx) => {
      const [renamed] = await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning();
      if (renamed === undefined) throw new ApiError(404, 'passkey-unknown');
      await recordOwnAction(tx, now(), request, caller.session, 'passkey-renamed', { target: renamed.name });
    });
    return reply.code(204).send();
  });

  app.delete('/auth/passkeys/:id', async (request, reply) => {
    const caller = await authenticate(request, services);
    const { id } = await findOwn(request, caller);
    requireConfirmed(caller.session, now());
    await database.transaction(async (tx) => {
      const [removed] = await tx.delete(passkeys).where(eq(passkeys.id, id)).returning();
      if (removed === undefined) throw new ApiError(404, 'passkey-unknown');
      await recordOwnAction(tx, now(), request, caller.session, 'passkey-removed', { target: removed.name });
    });
    mailLater(services, request, caller.user, { mail: 'mail.passkey-removed' });
    return reply.code(204).send();
  });

  /** Lists the passkeys of the user at the hosts of the session's tenant: one tenant does not tell of others. */
  async function listOwn({ tenant, user }: CallingUser): Promise<StoredPasskey[]> {
    return (await listPasskeys(database, user.id)).filter(({ host }) => getTenantKey(host) === tenant);
  }

  /** Finds the passkey of the address; throws ApiError 404 for one of another user or tenant. */
  async function findOwn(request: FastifyRequest, caller: CallingUser): Promise<StoredPasskey> {
    const id = parseId(request, 'passkey-unknown');
    const found = (await listOwn(caller)).find((passkey) => passkey.id === id);
    if (found === undefined) throw new ApiError(404, 'passkey-unknown');
    return found;
  }
}

/** Names a new passkey by the browser that made it, until the user gives it a name. */
export function namePasskey(request: FastifyRequest): string {
  return formatUserAgent(readCallOrigin(request).userAgent) || 'Passkey';
}
