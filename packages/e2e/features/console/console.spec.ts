import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { addUser } from '../../portal/user';

test('a user with a role opens the console; one without it gets no byte of it', async ({ page, portal, user }) => {
  const role = { email: user.email, granted: { role: 'administrator', tenant: 'smsa' } };
  await callOperator(portal, 'PUT', 'operator/roles', role);
  await signIn(page, user, '/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Console/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Visão geral' })).toBeVisible();
  await expect(page).toHaveTitle(/^Visão geral/);
  await expect(page.getByRole('list', { name: 'As suas funções' })).toHaveText('Administrador em smsa');
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/console/nowhere');
  await page.getByRole('link', { name: 'Ir para a visão geral' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Visão geral' })).toBeFocused();

  // A role that is taken away ends the console while it is open.
  await callOperator(portal, 'DELETE', 'operator/roles', role);
  await expect(page.getByRole('heading', { level: 1, name: 'Você não tem uma função' })).toBeVisible();

  const other = await page.context().browser()?.newContext({ baseURL: portal.url, locale: 'pt-BR' });
  const stranger = await other?.newPage();
  if (!stranger) throw new Error('The browser opened no page.');
  const requests: string[] = [];
  stranger.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signIn(stranger, await addUser(portal), '/console/');
  await expect(stranger.getByText('Não há página em /console/.')).toBeVisible();
  expect(await stranger.content()).not.toContain('@module/console');
  await stranger.goto('/');
  await expect(stranger.getByRole('main').getByRole('link').first()).toBeVisible();
  expect(await stranger.getByRole('link', { name: /^Console/ }).count()).toBe(0);
  expect(requests.filter((path) => path.includes('/console/') && path !== '/console/')).toEqual([]);
  await other?.close();
});

test.use({ expectedErrors: /403 \(Forbidden\).*\/api\/operator\/self/ });
