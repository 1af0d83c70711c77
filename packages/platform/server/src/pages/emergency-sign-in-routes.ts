import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import type { IdentityServices } from '../identity/identity-services';
import { emergencyPath, readEmergencyLink, signInByEmergencyLink } from '../identity/operator/emergency-links';
import { requireCookies } from '../identity/sessions/session-cookies';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { createPlainPage } from './plain-page';

const tokenSchema = v.object({ token: v.string() });

/**
 * Registers the page of an emergency link. It needs neither scripts nor files, and its button uses the link, because
 * programs that preview links open them. The scope has to accept form bodies.
 */
export function registerEmergencySignIn(app: FastifyInstance, services: IdentityServices, readHost: ReadHost): void {
  app.get(emergencyPath, async (request, reply) => {
    const { token } = parse(tokenSchema, request.query);
    const { email } = await readEmergencyLink(request, services, token);
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const { send, t } = await createPlainPage(reply, readHost);
    const content = `<p>${escapeHtml(t('page.emergency.text', { email }))}</p>
<form method="post" action="${emergencyPath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button>${t('page.emergency.submit')}</button>
</form>`;
    return send(t('page.emergency.title'), content, { hasForm: true });
  });

  app.post(emergencyPath, async (request, reply) => {
    requireOwnOrigin(request, []);
    requireCookies(request);
    await signInByEmergencyLink(reply, services, parse(tokenSchema, request.body).token);
    return reply.header('Cache-Control', 'no-store').redirect('/', 303);
  });
}
