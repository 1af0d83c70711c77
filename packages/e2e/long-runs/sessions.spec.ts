import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { PortalProcess } from '../portal/portal-process';
import { demoUser } from '../portal/user';

const users = 8;
const refreshes = 25;

test(`${users} browsers sign in, refresh ${refreshes} times and sign out together, and the server stays ready`, async () => {
  const portal = await PortalProcess.start();
  try {
    const sessions = await Promise.all(
      Array.from({ length: users }, () => request.newContext({ baseURL: portal.url })),
    );
    await Promise.all(sessions.map(liveThrough));
    await Promise.all(sessions.map((session) => session.dispose()));
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
  } finally {
    expect(await portal.stop()).toBe(0);
  }
});

async function liveThrough(session: APIRequestContext): Promise<void> {
  const signIn = await session.post('/api/auth', { data: demoUser('ana') });
  let token = (await signIn.json()).access_token;
  // Only browsers accept Secure cookies of localhost over plain HTTP, so this test handles the cookie itself.
  let cookie = parseCookie(signIn.headers()['set-cookie']);
  for (let count = 0; count < refreshes; count += 1) {
    const refresh = await session.post('/api/auth/refresh', { headers: { cookie } });
    expect(refresh.status()).toBe(200);
    token = (await refresh.json()).access_token;
    cookie = parseCookie(refresh.headers()['set-cookie']);
    const apps = await session.get('/api/tenants/smsa/apps', { headers: { authorization: `Bearer ${token}` } });
    expect(await apps.json()).toHaveLength(3);
  }
  await session.delete('/api/auth/invalidate', { headers: { cookie } });
  const after = await session.get('/api/auth/validate', { headers: { authorization: `Bearer ${token}` } });
  expect(after.status()).toBe(401);
}

function parseCookie(header = ''): string {
  return /__Host-portico-refresh=[^;]+/.exec(header)?.[0] ?? '';
}
