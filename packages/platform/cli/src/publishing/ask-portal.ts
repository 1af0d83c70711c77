import type { BuiltModule } from '@portico/check';
import type { Command } from 'commander';
import { findPackages } from './find-packages';
import { findTypeBreaks } from './find-type-breaks';
import { createPublishingApi, hasToken } from './publishing-api';

/**
 * Only the portal knows where the packages and modules of teams are, and who imports the module. Without a token,
 * nobody asks it.
 */
export async function askPortal(module: BuiltModule, command: Command): Promise<BuiltModule> {
  const { shared, types } = module;
  if (shared === undefined && (types === undefined || !hasToken(command))) return module;
  const api = await createPublishingApi(command);
  return { ...module, packages: await findPackages(api, module), typeBreaks: await findTypeBreaks(api, module) };
}
