import type { Command } from 'commander';
import type { AnsweredModule } from '../check/check-command';
import type { BuiltModule } from '../module/built-module';
import { checkTypes } from './check-types';
import { findPackages } from './find-packages';
import { createPublishingApi, hasToken } from './publishing-api';

/** Only the portal knows where the packages and modules of teams are, and who imports the module. Without a token, nobody asks it. */
export async function askPortal(module: BuiltModule, command: Command): Promise<AnsweredModule> {
  const { shared, types } = module;
  if (shared === undefined && (types === undefined || !hasToken(command))) return { ...module, isTypeSafe: true };
  const api = await createPublishingApi(command);
  return { ...module, packages: await findPackages(api, module), isTypeSafe: await checkTypes(api, module) };
}
