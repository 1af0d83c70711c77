import { factorSetupSchema, type SecondFactor, type StartedFactor } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { findTenant } from '../accounts/tenant-repository';
import { recordOwnAction } from '../audit/audit-log';
import { formatFactorAddress } from '../factors/one-time-codes';
import { countRecoveryCodes, renewRecoveryCodes } from '../factors/recovery-codes';
import {
  findSecondFactor,
  isFactorRequired,
  proveSetup,
  removeFactor,
  startSetup,
  storeFactor,
} from '../factors/second-factor';
import { clearWaitingSignIn, requireWaitingSignIn } from '../factors/waiting-sign-in';
import type { IdentityServices } from '../identity-services';
import { mailLater } from '../send-mail';
import { authenticate, parseBearerToken, requireRemainingSession } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import { issueSessionToken } from '../sessions/session';
import { openSession } from './open-session';

/** The second factor that users keep. */
export function registerFactorRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { accessTokens, database, now, throttle } = services;

  app.get('/auth/factor', async (request): Promise<SecondFactor> => {
    const { tenant, user } = await authenticate(request, services);
    const factor = await findSecondFactor(database, user.id);
    return {
      since: factor?.createdAt.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(database, user.id),
      is_required: await isFactorRequired(database, tenant),
    };
  });

  app.post('/auth/factor/setup', async (request): Promise<StartedFactor> => {
    const { tenant, user } = await findSettingUp(request);
    const { secret, setup } = await startSetup(services, user.id);
    const portal = (await findTenant(database, tenant))?.name ?? 'Portico';
    return { secret, url: formatFactorAddress(secret, portal, user.email), setup };
  });

  app.put('/auth/factor/setup', async (request, reply) => {
    const { session, tenant, user } = await findSettingUp(request);
    const { code, setup, trust } = parse(factorSetupSchema, request.body);
    const tries = [['codeOfAccount', user.email]] as const;
    await throttle.count(database, tries);
    const proved = await proveSetup(services, user.id, setup, code);
    const recovery_codes = await database.transaction(async (tx) => {
      if (session !== undefined) await requireRemainingSession(tx, session, now());
      const codes = await storeFactor(tx, user, proved, { isFirst: session === undefined, now: now() });
      await recordOwnAction(tx, now(), request, { userId: user.id, tenant }, 'second-factor-set-up');
      return codes;
    });
    await throttle.reset(database, tries);
    mailLater(services, request, user, { mail: 'mail.factor-set-up' });
    if (session !== undefined) return { recovery_codes };
    clearWaitingSignIn(reply);
    const trustedFor = trust ? await findSecondFactor(database, user.id) : undefined;
    const started = await openSession(reply, services, { user, tenant, method: 'one-time-code', trustedFor });
    return { recovery_codes, access_token: await issueSessionToken(accessTokens, started) };
  });

  app.post('/auth/factor/recovery-codes', async (request) => {
    const { session, user } = await authenticate(request, services);
    requireConfirmed(session, now());
    const recovery_codes = await database.transaction(async (tx) => {
      await requireRemainingSession(tx, session, now());
      if (!(await findSecondFactor(tx, user.id))) throw new ApiError(404, 'second-factor-unknown');
      await recordOwnAction(tx, now(), request, session, 'recovery-codes-renewed');
      return renewRecoveryCodes(tx, user.id);
    });
    mailLater(services, request, user, { mail: 'mail.recovery-codes' });
    return { recovery_codes };
  });

  app.delete('/auth/factor', async (request, reply) => {
    const { session, tenant, user } = await authenticate(request, services);
    requireConfirmed(session, now());
    if (await isFactorRequired(database, tenant)) throw new ApiError(409, 'second-factor-required');
    await database.transaction(async (tx) => {
      await requireRemainingSession(tx, session, now());
      await removeFactor(tx, user.id);
      await recordOwnAction(tx, now(), request, session, 'second-factor-removed');
    });
    mailLater(services, request, user, { mail: 'mail.factor-removed' });
    return reply.code(204).send();
  });

  /** Finds the user of a confirmed session, or of a sign-in that waits because the tenant requires a factor. */
  async function findSettingUp(request: FastifyRequest) {
    if (parseBearerToken(request) !== undefined) {
      const { session, tenant, user } = await authenticate(request, services);
      requireConfirmed(session, now());
      return { session, tenant, user };
    }
    requireOwnOrigin(request, services.allowedOrigins);
    const { tenant, user } = await requireWaitingSignIn(request, services);
    // A password alone must not replace the factor of a user.
    if (await findSecondFactor(database, user.id)) throw new ApiError(401, 'second-factor-needed');
    return { tenant, user };
  }
}
