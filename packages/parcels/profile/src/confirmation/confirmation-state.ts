import { confirmationStateSchema } from '@portico/contract';
import { queryOptions } from '@portico/query';
import { callApi } from '@portico/shared';

/** How the user can prove who they are; with a password if they have one. */
export const confirmationState = queryOptions({
  queryKey: ['confirmation'],
  queryFn: ({ signal }) => callApi('auth/confirmation', confirmationStateSchema, { signal }),
  gcTime: 0,
});
