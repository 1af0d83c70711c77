import { axeFindings } from '../../portal/axe';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { overridesBadge, developerTest as test } from './developer-test';

test('the console opens the dialog of the shell, and lists the overrides of this browser', async ({
  page,
  workshop,
}) => {
  await signIn(page, { email: 'tiago@portico.test', password: 'portico-demo' }, '/console/overrides');
  await expect(page.getByText('As substituições estão desligadas neste navegador.')).toBeVisible();
  await page.getByRole('button', { name: 'Ligar' }).click();
  await expect(page.getByRole('dialog', { name: 'Desenvolvedor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Chave do módulo' }).fill('smsa-local');
  await page.getByRole('textbox', { name: 'Endereço da entrada' }).fill(`${workshop.url}/orders.js`);
  await page.getByRole('button', { name: 'Usar aqui' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Usar' }).click();
  await expect(overridesBadge(page)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Módulos substituídos' })).toContainText(`${workshop.url}/orders.js`);
  expect(await axeFindings(page)).toEqual([]);
  await expect(page).toHaveURL(/\/console\/overrides$/);
});
