import { freePort } from '../portal/free-port';
import { fillSignIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

// The first refresh finds no session and is refused.
test.use({ expectedErrors: /status of 401/ });

test('signing in, reloading and signing out work with the API on another origin', async ({ page, startPortal }) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const api = await startPortal({ environment: { PORTICO_ALLOWED_ORIGINS: origin } });
  // The broker is that of the API.
  const realtime = { url: `${api.url.replace('http', 'ws')}/realtime` };
  await startPortal({ port, configuration: { apiUrl: `${api.url}/api`, realtime } });
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.add(new URL(request.url()).origin);
  });
  await page.goto(`${origin}/profile`);
  await fillSignIn(page, 'ana@portico.test');
  await expect(page.getByLabel('Nome')).toHaveValue('Ana Prado');
  await page.reload();
  await expect(page.getByLabel('Nome')).toHaveValue('Ana Prado');
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  expect([...calls]).toEqual([api.url]);
});
