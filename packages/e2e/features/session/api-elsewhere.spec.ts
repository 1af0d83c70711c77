import { freePort } from '../../portal/free-port';
import { PortalProcess } from '../../portal/portal-process';
import { fillSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

// The first refresh finds no session and is refused. At the end, both servers stop under an open page.
test.use({
  expectedErrors: /status of 401|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|Erro ao conectar MQTT.*ECONN/,
});

test('signing in, reloading and signing out work with the API on another origin', async ({ page }) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const api = await PortalProcess.start({ environment: { PORTICO_ALLOWED_ORIGINS: origin } });
  // The broker is that of the API.
  const realtime = { url: `${api.url.replace('http', 'ws')}/realtime` };
  const pages = await PortalProcess.start({ port, configuration: { apiUrl: `${api.url}/api`, realtime } });
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
    await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    expect([...calls]).toEqual([api.url]);
  } finally {
    await pages.stop();
    await api.stop();
  }
});
