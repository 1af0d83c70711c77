import { expect, test } from '../../portal/test';
import {
  chooseInMenu,
  leave,
  leaveQuestion,
  noteField,
  noteModule,
  openUnsavedNotes,
  setDirty,
  stay,
} from './unsaved-changes';

test('signing out in another tab asks no question, and closes an open one', async ({ page, context, modules }) => {
  await openUnsavedNotes(page, modules);
  const other = await context.newPage();
  await other.goto('/');
  await page.evaluate(() => history.back());
  await expect(leaveQuestion(page)).toBeVisible();
  await chooseInMenu(other, 'Menu da conta', 'Encerrar sessão');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2F');
  await expect(leaveQuestion(page)).toBeHidden();
});

test.describe('while the session has expired', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('the form and the question stay, and the user can reach both dialogs', async ({ page, modules }) => {
    await openUnsavedNotes(page, modules);
    const again = page.getByRole('dialog', { name: 'A sua sessão terminou' });
    await page.evaluate(() => history.back());
    await expect(leaveQuestion(page)).toBeVisible();
    await page.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
    await page.evaluate(() => void Reflect.get(window, 'portal').validate());
    await expect(again).toBeVisible();
    await again.getByLabel('Senha', { exact: true }).fill('portico-demo');
    await again.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(leaveQuestion(page).getByRole('button', { name: 'Ficar' })).toBeFocused();
    await stay(page);

    await page.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
    await page.evaluate(() => void Reflect.get(window, 'portal').validate());
    await expect(again).toBeVisible();
    await page.evaluate(() => history.back());
    await stay(page);
    await expect(again.getByLabel('Senha', { exact: true })).toBeFocused();
    await expect(page).toHaveURL('/smsa-local/');
    await again.getByRole('button', { name: 'Entrar como outra pessoa' }).click();
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  });
});

test('a public page without a session also asks', async ({ page, modules }) => {
  modules.serves('/module.js', noteModule);
  await page.goto('/smsa-local/portal');
  await noteField(page).fill('half-typed');
  await setDirty(page);
  await page.getByRole('link', { name: 'Entrar' }).click();
  await stay(page);
  await expect(page).toHaveURL('/smsa-local/portal');
  await expect(noteField(page)).toHaveValue('half-typed');
  await page.getByRole('link', { name: 'Entrar' }).click();
  await leave(page);
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2Fportal');
});
