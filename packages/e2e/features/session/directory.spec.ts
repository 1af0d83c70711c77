import { callOperator } from '../../portal/call-operator';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

// The tabs use the access token of the session that ended, or the broker closes their connection.
test.use({ expectedErrors: /status of 401|Erro ao conectar MQTT/ });

test('a user whom the directory suspends is signed out in every open tab within two seconds, and may come back', async ({
  context,
  page,
  portal,
  user,
}) => {
  const created = await callOperator(portal, 'POST', 'operator/tenants/smsa/scim-tokens', { name: 'Directory' });
  const { token } = await created.json();
  const callDirectory = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${portal.url}/api/scim/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const setActive = (id: string, value: string) =>
    callDirectory('PATCH', `Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value }] });

  await signIn(page, user, '/');
  const other = await context.newPage();
  await other.goto('/profile');
  await waitForTopBar(other);
  const { Resources } = await callDirectory('GET', `Users?filter=${encodeURIComponent(`userName eq "${user.email}"`)}`);
  const [{ id }] = Resources;
  await setActive(id, 'False');
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'A sua sessão terminou' })).toBeVisible({ timeout: 2_000 });
  }
  await setActive(id, 'True');
  await signIn(page, user, '/');
});
