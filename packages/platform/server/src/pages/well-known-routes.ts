import { readFile } from 'node:fs/promises';
import { withoutByteOrderMark } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../process/environment';
import { StartupError } from '../process/startup-error';

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

/** Search engines find nothing in a portal but its sign-in form. */
const robotsByDefault = 'User-agent: *\nDisallow: /\n';

/**
 * Serves the addresses that programs request from every site: where to change the password (W3C, A Well-Known URL for
 * Changing Passwords), whom to tell about a vulnerability (RFC 9116), and what robots may read (RFC 9309).
 * @throws StartupError for a configured file that cannot be used
 */
export async function registerWellKnownRoutes(
  app: FastifyInstance,
  { PORTICO_ROBOTS_TXT, PORTICO_SECURITY_TXT }: Environment,
): Promise<void> {
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/profile#update-password', 303));
  const robots = PORTICO_ROBOTS_TXT === undefined ? robotsByDefault : await readText(PORTICO_ROBOTS_TXT);
  app.get('/robots.txt', async (_request, reply) => reply.headers(headers).send(robots));
  if (PORTICO_SECURITY_TXT === undefined) return;
  const security = await readText(PORTICO_SECURITY_TXT);
  const expiry = findExpiry(security);
  if (expiry === undefined) {
    throw new StartupError(`${PORTICO_SECURITY_TXT} needs a "Contact:" and one "Expires:" with a time (RFC 9116).`);
  }
  if (expiry < Date.now()) app.log.warn(`${PORTICO_SECURITY_TXT} has expired: renew its "Expires:".`);
  app.get('/.well-known/security.txt', async (_request, reply) => reply.headers(headers).send(security));
}

/** Returns the time at which a security.txt expires (RFC 9116, 2.5.5); `undefined` if it lacks a required field. */
function findExpiry(text: string): number | undefined {
  const [expires, ...others] = text.matchAll(/^expires:[ \t]*(\d{4}-\d\d-\d\dT\S+)[ \t]*$/gim);
  const time = Date.parse(expires?.[1] ?? '');
  const isComplete = /^contact:[ \t]*\S/im.test(text) && others.length === 0 && !Number.isNaN(time);
  return isComplete ? time : undefined;
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`The file ${file} cannot be read.`, { cause });
  });
  return withoutByteOrderMark(text);
}
