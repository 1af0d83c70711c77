import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { holdScripts } from '../../portal/hold-requests';
import { waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { demoPassword } from '../../portal/user';

test('a browser that blocks cookies says that the portal needs them, before and after the form hydrates', async ({
  playwright,
  launchOptions,
  portal,
}, { outputDir }) => {
  const profile = path.join(outputDir, 'profile');
  await mkdir(path.join(profile, 'Default'), { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const executablePath = process.env.CHROME_PATH ?? '';
  const options = { ...launchOptions, executablePath, baseURL: portal.url, locale: 'pt-BR' };
  const context = await playwright.chromium.launchPersistentContext(profile, options);
  const page = await context.newPage();
  const { release } = await holdScripts(page);
  const alert = page.getByRole('alert').filter({ hasText: 'O portal precisa de cookies' });

  await page.goto('/profile?a=1#language', { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill('ana@portico.test');
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click({ noWaitAfter: true });
  await expect(alert).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
  await expect(page).toHaveURL('/signin?link=%2Fprofile%3Fa%3D1%23language');

  release();
  await page.goto('/signin');
  await waitForSignIn(page);
  await expect(alert.getByRole('link', { name: 'Como permitir cookies' })).toHaveAttribute('href', /^https:/);
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await expect(page.getByRole('button', { name: 'Enviar código' })).toBeVisible();
  await expect(alert).toBeVisible();
  await context.close();
});
