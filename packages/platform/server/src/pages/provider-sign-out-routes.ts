import { leaveCookieName, leavePath } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildEndSessionUrl } from 'openid-client';
import * as v from 'valibot';
import { uuidSchema } from '../http/parse';
import { findCallTenant } from '../identity/accounts/call-tenant';
import type { IdentityServices } from '../identity/identity-services';
import { findProvider } from '../identity/providers/provider-repository';
import { clearLeaveCookie } from '../identity/sessions/session-cookies';

/** How long a user waits for the provider before the portal shows its own page, in milliseconds. */
const timeout = 3000;

/**
 * Registers the page to which the shell leads after a sign-out of the portal. It redirects to the sign-out of the provider
 * (OpenID Connect RP-Initiated Logout 1.0), or to the portal if the provider offers none or does not answer.
 */
export function registerProviderSignOut(app: FastifyInstance, services: IdentityServices): void {
  app.get(leavePath, async (request, reply) => {
    const id = request.cookies[leaveCookieName];
    clearLeaveCookie(reply);
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeout).unref());
    const address = await Promise.race([findSignOut(request, id), late]).catch(() => undefined);
    return reply.redirect(address ?? '/', 303);
  });

  async function findSignOut(request: FastifyRequest, id: string | undefined): Promise<string | undefined> {
    if (!v.is(uuidSchema, id)) return undefined;
    const provider = await findProvider(services.database, findCallTenant(request, services), id);
    const configuration = provider && (await services.providers.connect(provider));
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const post_logout_redirect_uri = `${request.protocol}://${request.host}/`;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri }).href;
  }
}
