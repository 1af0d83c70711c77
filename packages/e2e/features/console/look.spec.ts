import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { fillSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

const picture = path.resolve('packages/platform/server/media/apps/welcome/logo_mini.png');

test('an administrator sees a new look before it is saved, and the next page has it', async ({
  page,
  portal,
  user,
}) => {
  const tenant = `look-${randomUUID().slice(0, 8)}`;
  const home = portal.tenantUrl(tenant);
  await callOperator(portal, 'POST', 'operator/tenants', { key: tenant, name: 'Acme' });
  const granted = { role: 'administrator', tenant };
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted });
  await page.goto(`${home}/console/look`);
  await fillSignIn(page, user.email);

  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Acme Norte');
  await page.getByRole('textbox', { name: 'Cor', exact: true }).fill('#ffcc00');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await readFile(picture) });
  for (const theme of ['Tema claro', 'Tema escuro']) {
    const preview = page.locator('figure').filter({ hasText: theme });
    await expect(preview.locator('bdi').first()).toHaveText('Acme Norte');
    await expect(preview.locator('img')).toHaveCount(2);
  }
  // Text has a contrast of 4.5:1 in both themes, though the colour has 1.5:1 to white.
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.getByRole('dialog', { name: 'Sair sem salvar?' }).getByRole('button', { name: 'Ficar' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Salvo. As páginas mostram quando carregarem de novo.', { exact: true })).toBeVisible();

  await page.goto(home);
  const place = page.getByRole('banner').locator('a[href="/"]');
  await expect(place).toHaveText('Acme Norte');
  await expect(place.locator('img')).toHaveJSProperty('complete', true);
  await expect(place.locator('img')).toHaveAttribute('src', /^\/media\/tenants\/look-.*\.webp$/);
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--portico-tenant-accent'),
  );
  expect(accent).toBe('#ffcc00');
});
