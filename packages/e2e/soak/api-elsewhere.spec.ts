import { expect, fillSignIn, freePort, PortalProcess, test } from '../src';

// Nobody knows whether there is a session before the first refresh, which is then refused.
test.use({ expectedErrors: /status of 401/ });

test('with the API on another origin, signing in, reloading and signing out work across', async ({ page }) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const api = await PortalProcess.start({ environment: { PORTICO_ALLOWED_ORIGINS: origin } });
  const pages = await PortalProcess.start({ port, configuration: { apiUrl: `${api.url}/api` } });
  try {
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
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    expect([...calls]).toEqual([api.url]);
  } finally {
    await pages.stop();
    await api.stop();
  }
});
