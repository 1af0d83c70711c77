import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { getPerson, listAllowedModules } from './require-permission';

/** Routes of service keys and team tokens: operators have all of them, publishers those of their modules. */
export const readTokens = { permission: 'tokens.read', isForModules: true } as const;
export const manageTokens = { permission: 'tokens.manage', isForModules: true, isDangerous: true } as const;

/** Whether the module is one of those that the caller may call about. */
export function mayUseModule(request: FastifyRequest, module: string): boolean {
  return listAllowedModules(request)?.includes(module) ?? true;
}

/** @throws ApiError 403 for a module that the caller may not publish */
export function requireModules(request: FastifyRequest, modules: readonly string[]): void {
  const foreign = modules.find((module) => !mayUseModule(request, module));
  if (foreign !== undefined) throw new ApiError(403, 'module-foreign', { values: { module: foreign } });
}

/** Returns the author of a token: `operator` for the key, or the id of a person. */
export function getAuthor(request: FastifyRequest): string {
  return getPerson(request)?.user.id ?? 'operator';
}
