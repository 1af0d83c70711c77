import type { FastifyRequest } from 'fastify';

/** The password of the request's basic credentials (RFC 7617), in UTF-8; the name of the user says nothing here. */
export function basicPasswordOf({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}
