import { signIn, startSession } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

// Only redirects; routes.test.ts has the whole table.
const signedIn = [
  ['/signin?link=%2Fhrstudium%2F', '/hrstudium/', 'Cursos'],
  ['/%68rstudium/?x=%31#y', '/hrstudium/?x=%31#y', 'Cursos'],
  ['/signin?link=https%3A%2F%2Fevil.test', '/', 'Olá, Ana'],
  ['/unknown/deep', '/', 'Olá, Ana'],
] as const;

test('for signed-in users, addresses lead to a page that they may open', async ({ page }) => {
  await startSession(page, 'ana');
  for (const [visited, address, heading] of signedIn) {
    await test.step(`${visited} → ${address}`, async () => {
      await page.goto(visited);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveURL(address);
    });
  }
  await expect(page.getByText('Não há página em /unknown/deep.')).toBeVisible();
  await page.goto('/welcome/');
  const line = page.getByText('Você não tem acesso a welcome. Peça ao administrador.');
  await expect(line).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Fechar' }).click();
  await expect(line).toHaveCount(0);
});

test('on a public page, a signed-in user has the same tabs after a reload', async ({ page }) => {
  await signIn(page, 'ana', '/smsa/portal');
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
  await expect(tabs).toHaveCount(3);
  await page.reload();
  await expect(tabs).toHaveText(['Chamados', /./, /./]);
});
