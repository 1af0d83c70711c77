import { runPortico } from '../portal/run-portico';
import { fillSignIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

// Before there is a tenant, its address is a 404 that the shell explains.
test.use({ expectedErrors: /status of 404/ });

test('on an empty database, the operator’s commands alone lead to a first sign-in', async ({ page, startPortal }) => {
  const portal = await startPortal({ environment: { PORTICO_DEMO: 'off' } });
  await page.goto(portal.url);
  await expect(page.getByRole('heading', { name: 'Nenhum portal neste endereço' })).toBeVisible();

  await runPortico(portal, 'tenant', 'add', 'smsa', '--name', 'SMSA');
  await runPortico(portal, 'user', 'add', 'eva@portico.test', '--name', 'Eva Souza');
  await runPortico(portal, 'app', 'grant', 'eva@portico.test', 'welcome', '--tenant', 'smsa', '--name', 'Welcome');

  // The first password is set by the recovery mail.
  await page.goto(`${portal.url}/recover`);
  await page.getByLabel('E-mail').fill('eva@portico.test');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByRole('heading', { name: 'Verifique o seu e-mail' })).toBeVisible();
  // Mailed after the answer, which is the same for every address.
  await expect.poll(() => portal.mailedCode('eva@portico.test')).toMatch(/^\d{6}$/);
  const code = await portal.mailedCode('eva@portico.test');
  const password = 'correct horse battery';
  const reset = await page.request.put(`${portal.url}/api/auth/recover`, {
    data: { email: 'eva@portico.test', code, password },
  });
  expect(reset.ok()).toBe(true);

  await page.goto(portal.url);
  await fillSignIn(page, 'eva@portico.test', password);
  await expect(page.getByRole('heading', { name: 'Olá, Eva' })).toBeVisible();
  // One application is no choice: the switcher stays away.
  await expect(page.getByRole('button', { name: 'Aplicações' })).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Welcome/ })
    .click();
  await expect(page).toHaveURL(`${portal.url}/welcome/`);
});
