import { randomUUID } from 'node:crypto';
import { callOperator } from './call-operator';
import type { PortalProcess } from './portal-process';

export const demoPassword = 'portico-demo';

/** An account of the portal. */
export interface User {
  readonly email: string;
  readonly password: string;
}

export type DemoName = 'ana' | 'bruno' | 'dora' | 'olga' | 'paulo' | 'tiago' | 'heloisa';

export function demoUser(name: DemoName): User {
  return { email: `${name}@portico.test`, password: demoPassword };
}

interface NewUser {
  readonly name?: string;
  /** Keys of the tenant's apps. */
  readonly apps?: readonly string[];
}

/** Adds a user for one test. No other test changes or reads the user's data. */
export async function addUser(
  portal: PortalProcess,
  { name = 'Ana Prado', apps = ['smsa', 'hrstudium', 'smsa-dev', 'smsa-local'] }: NewUser = {},
): Promise<User> {
  const [first = ''] = name.toLowerCase().split(' ');
  const user = { email: `${first}-${randomUUID()}@portico.test`, password: demoPassword };
  await callOperator(portal, 'POST', 'operator/users', { ...user, name, tenant: 'smsa' });
  for (const app of apps)
    await callOperator(portal, 'PUT', `operator/tenants/smsa/apps/${app}/users/${user.email}`, {});
  return user;
}

/**
 * Signs a user in by the API, in a new session.
 * @throws Error if the server refuses it
 */
export async function signInByApi({ url }: { readonly url: string }, user: User): Promise<Response> {
  const response = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Error(`Sign-in answers ${response.status}: ${await response.text()}`);
  return response;
}
