import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import { getTexts } from '../i18n/i18n';
import type { IdentityServices } from '../identity/identity-services';
import { emergencyPath, readEmergencyLink, signInByEmergencyLink } from '../identity/operator/emergency-links';
import { requireCookies } from '../identity/sessions/session-cookies';
import { formPagePolicy, readPlainLook, renderPlainPage } from './error-pages';
import { escapeHtml } from './html';
import { pageType } from './page-cache';

const tokenSchema = v.object({ token: v.string() });

/**
 * Registers the page of an emergency link. It needs neither scripts nor files, and its button uses the link, because
 * programs that preview links open them. The scope has to accept form bodies.
 */
export function registerEmergencySignIn(app: FastifyInstance, services: IdentityServices): void {
  app.get(emergencyPath, async (request, reply) => {
    const { token } = parse(tokenSchema, request.query);
    const { email } = await readEmergencyLink(request, services, token);
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    reply.type(pageType).header('Content-Security-Policy', formPagePolicy);
    return reply.send(renderPage(request, token, email));
  });

  app.post(emergencyPath, async (request, reply) => {
    requireOwnOrigin(request, []);
    requireCookies(request);
    await signInByEmergencyLink(reply, services, parse(tokenSchema, request.body).token);
    return reply.header('Cache-Control', 'no-store').redirect('/', 303);
  });
}

function renderPage(request: FastifyRequest, token: string, email: string): string {
  const look = readPlainLook(request);
  const t = getTexts(look.locale);
  const content = `<p>${escapeHtml(t('page.emergency.text', { email }))}</p>
<form method="post" action="${emergencyPath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button>${t('page.emergency.submit')}</button>
</form>`;
  return renderPlainPage(t('page.emergency.title'), content, look);
}
