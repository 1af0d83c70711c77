import type { SignInProvider } from '@portico/contract/administration';

/** Lists the words of the command for one provider, after `portico`. */
export function listClientWords(tenant: string, { client_id, issuer }: Pick<SignInProvider, 'client_id' | 'issuer'>) {
  return ['tenant', 'sign-in', tenant, '--issuer', issuer, '--client-id', client_id];
}
