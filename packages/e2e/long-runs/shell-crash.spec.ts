import { buildModule } from '../portal/build-module';
import { ModuleOrigin } from '../portal/module-origin';
import { fillSignIn, signIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

test.use({ expectedErrors: /thrown by a part of the shell|\[portico\] @portico\/(profile|topbar): ModuleFailure/ });

let elsewhere: ModuleOrigin;

test.beforeAll(async () => {
  elsewhere = await ModuleOrigin.start();
  elsewhere.serves('/crashing.js', await buildModule('crashing-screen'));
});
test.afterAll(() => elsewhere.stop());

/** An import map that makes one parcel of a portal crash. */
function crashing(part: string) {
  return { moduleOrigins: [elsewhere.url], imports: { [part]: `${elsewhere.url}/crashing.js` } };
}

test('a crash of the profile is contained and named, and a retry works', async ({ page, context, startPortal }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url } = await startPortal(crashing('@portico/profile'));
  await signIn(page, 'ana', `${url}/profile`);
  const crash = page.getByRole('main').getByRole('button', { name: 'Crash' });
  const panel = page.getByRole('main').getByRole('heading', { name: 'Perfil parou de funcionar' });
  for (let times = 0; times < 2; times += 1) {
    await crash.click();
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(crash).toBeVisible();
  }
  await crash.click();
  await page.getByRole('button', { name: 'Copiar detalhes' }).click();
  const details = await page.evaluate(() => navigator.clipboard.readText());
  expect(details).toContain(`${elsewhere.url}/crashing.js`);
  expect(details).toContain('thrown by a part of the shell');
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: 'HR Studium' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cursos' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('a crash of the top bar is contained and named, and the module below keeps working', async ({
  page,
  startPortal,
}) => {
  const { url } = await startPortal(crashing('@portico/topbar'));
  await page.goto(url);
  await fillSignIn(page, 'ana@portico.test');
  const strip = page.locator('#portico-topbar');
  await strip.getByRole('button', { name: 'Crash' }).click();
  await expect(strip.getByRole('alert')).toHaveText('Barra superior parou de funcionar');
  await expect(strip.getByRole('button', { name: 'Encerrar sessão' })).toBeVisible();
  await page.getByRole('main').locator('li a[href="/smsa/"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chamados' })).toBeVisible();
  await strip.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(strip.getByRole('button', { name: 'Crash' })).toBeVisible();
});
