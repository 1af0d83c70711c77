import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findOnlyProviders } from './tenant-repository';

/** Throws ApiError 403, which names the providers, if the users of a tenant sign in by these alone. */
export async function requirePasswords(executor: Executor, tenant?: string | null): Promise<void> {
  const providers = tenant ? await findOnlyProviders(executor, tenant) : undefined;
  if (providers !== undefined) throw new ApiError(403, 'passwords-off', { values: { providers } });
}
