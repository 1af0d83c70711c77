import { fillSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('a user signs in, works in two modules, goes back and forward, reloads deep inside one, and signs out', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/signin');
  await fillSignIn(page, 'ana@portico.test');

  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('list').first().getByRole('link')).toHaveCount(3);

  await page
    .getByRole('main')
    .getByRole('link', { name: /^SMSA Gestão/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Chamados' })).toBeVisible();
  await expect(page).toHaveTitle('SMSA · SMSA');
  await page.getByRole('link', { name: /Impressora/ }).click();
  await expect(page).toHaveURL(/\/smsa\/tickets\/4812/);
  await expect(page).toHaveTitle('Chamado 4812 · SMSA');

  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: 'HR Studium' }).click();
  await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/hrstudium/');

  await page.goBack();
  await expect(page.getByRole('heading', { name: /Impressora/ })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeVisible();
  await page.goBack();

  await page.reload();
  await expect(page.getByRole('heading', { name: /Impressora/ })).toBeVisible();

  await page.getByRole('button', { name: 'Menu da conta' }).click();
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/auth/invalidate'));
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await ended;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('a tenant has its own host name', async ({ page, portal }) => {
  await page.goto(portal.tenantUrl('smsa'));
  await fillSignIn(page, 'bruno@portico.test');
  await expect(page.getByRole('heading', { name: 'Olá, Bruno' })).toBeVisible();
  await page.goto(`${portal.tenantUrl('smsa')}/hrstudium/`);
  await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeVisible();
});
