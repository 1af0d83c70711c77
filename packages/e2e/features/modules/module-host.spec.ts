import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

const file = '/module.js';
const failed = (page: Page) => page.getByRole('heading', { name: 'SMSA local não carregou' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' });

// These tests provoke the messages of the browser and the shell about a failing module.
test.use({
  // Last: a clock that jumps looks to the realtime client like a broker that does not answer.
  expectedErrors:
    /\[portico\] @module\/smsa-local|Failed to load resource|strict MIME type|Unexpected token|expected expression|Erro ao conectar MQTT/,
});

async function openModule(page: Page): Promise<void> {
  await signIn(page, 'dora', '/smsa-local/');
}

async function expectLivingTopBar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  await page.getByRole('button', { name: 'Tema claro' }).click();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'light');
}

test('an address that does not serve the module shows the failure panel, and Try again works once it does', async ({
  page,
  modules,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('the host is down', async () => {
    modules.fails(file, 503);
    await openModule(page);
    await expect(failed(page)).toBeVisible();
    await expect(page.getByText('O endereço dele não respondeu como esperado.')).toBeVisible();
    await expectLivingTopBar(page);
  });
  await test.step('the copied details name the module and its address, and nothing of the session', async () => {
    await page.getByRole('button', { name: 'Copiar detalhes' }).click();
    await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
    const details = await page.evaluate(() => navigator.clipboard.readText());
    expect(details).toContain('SMSA local');
    expect(details).toContain(`${modules.url}${file}`);
    expect(details).not.toContain('dora@portico.test');
  });
  await test.step('leaving removes the panel immediately', async () => {
    await page.getByRole('button', { name: 'Aplicações' }).click();
    await page.getByRole('menuitem', { name: 'HR Studium' }).click();
    await expect(failed(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeVisible();
  });
  await test.step('the host answers HTML', async () => {
    modules.servesHtml(file);
    await page.goBack();
    await expect(failed(page)).toBeVisible();
  });
  await test.step('the module throws, twice', async () => {
    modules.serves(file, lifecyclesModule({ mount: "throw new Error('not yet');" }));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const before = modules.requests.length;
      await tryAgain(page).click();
      await expect.poll(() => modules.requests.length).toBeGreaterThan(before);
      await expect(page.getByText('Ele encontrou um erro ao iniciar.')).toBeVisible();
    }
  });
  await test.step('the module works again', async () => {
    modules.serves(file, lifecyclesModule({ mount: heading('Back again') }));
    await tryAgain(page).click();
    await expect(page.getByRole('heading', { name: 'Back again' })).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  });
});

test('an address that hangs fails after the time limit, and its retry does not join the hanging request', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  modules.serves(file, lifecyclesModule({ mount: heading('Never seen') }));
  await signIn(page, 'dora');
  await page.clock.install();
  modules.hangs(file);
  await page.locator('a[href="/smsa-local/"]').click();
  await expect(page.locator('#portico-content .portico-loader')).toBeVisible();
  await expect.poll(() => modules.requests.at(-1)).toBe(file);
  await page.clock.fastForward(15_000);
  await expect(page.getByText('O endereço dele não respondeu em 15 segundos.')).toBeVisible();
  await expectLivingTopBar(page);
  modules.serves(file, lifecyclesModule({ mount: heading('Finally') }));
  await tryAgain(page).click();
  await expect(page.getByRole('heading', { name: 'Finally' })).toBeVisible();
});

test('the shell removes what a module leaves in the document, and restores its styles at the next visit', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  modules.serves(
    file,
    lifecyclesModule({
      mount: `${heading('Messy')}
        element.attachShadow({ mode: 'open' }).innerHTML =
          '<style nonce="' + portal.styleNonce + '">:host { padding: 7px }</style><slot></slot>';
        if (!window.styled) {
          window.styled = true;
          const s = new CSSStyleSheet(); s.replaceSync('h1 { color: rgb(1, 2, 3); }'); document.adoptedStyleSheets = [...document.adoptedStyleSheets, s];
          const tag = document.head.appendChild(document.createElement('style'));
          tag.sheet.insertRule('h1 { letter-spacing: 3px; }');
        }
        document.body.append(Object.assign(document.createElement('div'), { id: 'leftover' }));
        document.body.style.overflow = 'hidden';`,
    }),
  );
  await openModule(page);
  const messy = page.getByRole('heading', { name: 'Messy' });
  const expectStyles = async () => {
    await expect(messy).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(messy).toHaveCSS('letter-spacing', '3px');
    await expect(messy.locator('..')).toHaveCSS('padding-top', '7px');
  };
  await expectStyles();
  // The part of the nonce that markup could read.
  const nonces = page.locator('[nonce]:not([nonce=""])');
  await expect(nonces).toHaveCount(0);
  await page.getByRole('banner').locator('a[href="/"]').click();
  const hello = page.getByRole('heading', { name: 'Olá, Dora' });
  await expect(hello).not.toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(hello).not.toHaveCSS('letter-spacing', '3px');
  await expect(page.locator('#leftover')).toHaveCount(0);
  expect(await page.evaluate(() => document.body.style.overflow)).toBe('');
  await page.goBack();
  await expectStyles();
});

test.describe('a screen of the shell, opened offline', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|\[portico\] @portico\/(profile|notifications)/ });

  test('says what the user can do, and loads automatically once the browser is online', { tag: '@firefox' }, async ({
    context,
    page,
  }) => {
    await signIn(page, 'ana');
    const menu = page.getByRole('button', { name: 'Menu da conta' });
    await menu.click();
    const profile = page.getByRole('menuitem', { name: 'Perfil' });
    // The menu has to load while the browser is online.
    await expect(profile).toBeVisible();
    await context.setOffline(true);
    await profile.click();
    const alert = page.getByRole('alert').filter({ hasText: 'Perfil não carregou' });
    await expect(alert).toContainText('Você está sem conexão.');
    const banner = page.getByRole('status').filter({ hasText: 'Você está sem conexão.' });
    await expect(banner).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Tentar novamente']);
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await expect(page.getByText('ana@portico.test').first()).toBeVisible();
  });
});
