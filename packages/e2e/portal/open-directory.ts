import { expect } from '@playwright/test';
import { createdScimTokenSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { callOperator } from './call-operator';
import type { PortalProcess } from './portal-process';

const foundSchema = v.object({ Resources: v.tuple([v.object({ id: v.string() })]) });

/** Connects a directory to the tenant `smsa` by SCIM, and finds a user in it. */
export async function openDirectory(portal: PortalProcess, email: string) {
  const created = await callOperator(portal, 'POST', 'operator/tenants/smsa/scim-tokens', { name: 'Directory' });
  const { token } = v.parse(createdScimTokenSchema, await created.json());
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${portal.url}/api/scim/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const found = await call('GET', `Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
  const [{ id }] = v.parse(foundSchema, found).Resources;
  return {
    /** Suspends the user, or lets them in again. */
    setActive: (isActive: boolean) =>
      call('PATCH', `Users/${id}`, {
        Operations: [{ op: 'Replace', path: 'active', value: isActive ? 'True' : 'False' }],
      }),
  };
}
