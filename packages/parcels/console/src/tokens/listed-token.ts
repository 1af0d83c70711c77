import type { TeamToken } from '@portico/contract';

/** A team token or a service key, which has one module. */
export interface ListedToken extends TeamToken {
  readonly kind: 'team_token' | 'service_key';
}
