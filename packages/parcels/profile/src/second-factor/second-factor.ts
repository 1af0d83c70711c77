import {
  addedFactorSchema,
  recoveryCodesSchema,
  type StartedFactor,
  secondFactorSchema,
  startedFactorSchema,
} from '@portico/contract';
import { queryClient, queryOptions } from '@portico/query';
import { callApi, send } from '@portico/shared';

/** The second factor of the user. */
export const secondFactor = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi('auth/factor', secondFactorSchema, { signal }),
});

export function startSetup(): Promise<StartedFactor> {
  return callApi('auth/factor/setup', startedFactorSchema, { method: 'post' });
}

/** Proves that the app has the secret; returns the recovery codes. */
export async function finishSetup(setup: string, code: string): Promise<readonly string[]> {
  const options = { method: 'put', json: { setup, code } };
  const { recovery_codes } = await callApi('auth/factor/setup', addedFactorSchema, options);
  await queryClient.invalidateQueries(secondFactor);
  return recovery_codes;
}

/** Returns recovery codes that replace the former ones. */
export async function renewRecoveryCodes(): Promise<readonly string[]> {
  const { recovery_codes } = await callApi('auth/factor/recovery-codes', recoveryCodesSchema, { method: 'post' });
  await queryClient.invalidateQueries(secondFactor);
  return recovery_codes;
}

export async function removeSecondFactor(): Promise<void> {
  await send('auth/factor', { method: 'delete' });
  await queryClient.invalidateQueries(secondFactor);
}
