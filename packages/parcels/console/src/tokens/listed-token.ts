import type { TeamToken } from '@portico/contract/administration';

/** A team token, a service key, which has one module, or a token of the directory of a tenant, which has none. */
export interface ListedToken extends TeamToken {
  readonly kind: 'team_token' | 'service_key' | 'scim_token';
  readonly tenant?: string;
}
