import * as v from 'valibot';

/** A provider as the sign-in form knows it: it names no issuer and no client. */
const formProviderSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The domains of e-mails whose users sign in here, in lower case. */
  domains: v.array(v.string()),
});

/** The providers of a tenant that has some, and whether its users sign in by them alone. In the state of the page. */
export const formProvidersSchema = v.object({ list: v.array(formProviderSchema), passwordsOff: v.boolean() });

/** The providers of a tenant, for its sign-in form. */
export type FormProviders = v.InferOutput<typeof formProvidersSchema>;

/** Finds the provider of an e-mail by its domain alone, so that the answer says nothing of accounts. */
export function findProviderOfEmail({ list }: FormProviders, email: string): FormProviders['list'][number] | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return list.find(({ domains }) => domains.includes(domain));
}

/**
 * Returns the address where the sign-in by a provider starts.
 * @param search the query of the sign-in form, with its `link`
 * @param email what the user has typed, for the form of the provider
 */
export function getProviderAddress(id: string, search: string, email?: string): string {
  const hint = email === undefined ? '' : `${search === '' ? '?' : '&'}email=${encodeURIComponent(email)}`;
  return `/api/sign-in/${id}${search}${hint}`;
}
