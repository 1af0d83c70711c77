import { axeFindings } from '../../portal/axe';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { addUser } from '../../portal/user';

test('an administrator posts a banner, and a user sees it come and go without a reload', async ({
  page,
  portal,
  browser,
}) => {
  const other = await browser.newContext({ baseURL: portal.url, locale: 'pt-BR' });
  const reader = await other.newPage();
  await signIn(reader, await addUser(portal), '/');
  await expect(reader.getByRole('button', { name: /^Notificações/ })).toBeVisible();
  await reader.evaluate(() => Object.assign(window, { isSamePage: true }));

  const title = `Maintenance ${crypto.randomUUID()}`;
  await signIn(page, { email: 'tiago@portico.test', password: 'portico-demo' }, '/console/announcements');
  await page.getByRole('link', { name: 'Novo aviso' }).click();
  await page.getByRole('group', { name: 'Em inglês' }).getByLabel('Título').fill(title);
  await page.getByRole('radio', { name: 'Alerta' }).check();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publicar aviso' }).click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Agora');

  const banner = reader.getByRole('status').filter({ hasText: title });
  // The reader’s language has no text.
  await expect(banner).toBeVisible();
  expect(await axeFindings(reader)).toEqual([]);
  await row.getByRole('button', { name: 'Terminar agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar agora' }).click();
  await expect(banner).toBeHidden();
  expect(await reader.evaluate(() => 'isSamePage' in window)).toBe(true);
  await other.close();
});
