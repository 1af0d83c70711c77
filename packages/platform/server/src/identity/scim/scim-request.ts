import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { uuidSchema } from '../../http/parse';
import { matchesEntityTag } from '../../http/prepared-text';
import { ScimError } from './scim-error';

export const scimPath = '/scim/v2';

const tenants = new WeakMap<FastifyRequest, string>();

/** Stores the tenant whose directory calls. */
export function setTenant(request: FastifyRequest, tenant: string): void {
  tenants.set(request, tenant);
}

/** Returns the tenant whose directory calls; empty before the call is authenticated, which no tenant is. */
export function getTenant(request: FastifyRequest): string {
  return tenants.get(request) ?? '';
}

/** Returns the address of the SCIM routes. */
export function getBase({ host, protocol }: FastifyRequest): string {
  return `${protocol}://${host}/api${scimPath}`;
}

const idSchema = v.object({ id: uuidSchema });

/** Returns the id in the address of a call; throws ScimError 404 for a malformed one. */
export function readId({ params }: FastifyRequest): string {
  if (!v.is(idSchema, params)) throw createUnknown();
  return params.id;
}

export const createUnknown = () => new ScimError(404, 'There is no such resource.');

/** Whether a precondition names the version, which is a weak entity tag. */
export function matchesVersion(header: string | undefined, version: string): boolean {
  return matchesEntityTag(header, version.replace(/^W\//, ''));
}

/** Throws ScimError 412 if the call is for another version (RFC 7644, section 3.14). */
export function requireVersion({ headers: { 'if-match': wanted } }: FastifyRequest, version: string): void {
  if (wanted !== undefined && !matchesVersion(wanted, version)) {
    throw new ScimError(412, 'The resource has changed since it was read.');
  }
}
