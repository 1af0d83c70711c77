import { bell, buildModule, expect, heading, lifecyclesModule, type Page, signIn, test } from '../src';

test('the theme is kept, and followed by the other tabs', async ({ page, context }) => {
  await signIn(page, 'ana');
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'light');
  const other = await context.newPage();
  await other.goto('/signin');
  await expect(other.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  await expect(other.locator('html')).toHaveAttribute('display-mode', 'dark');
  await expect(other.getByRole('button', { name: 'Tema claro' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Tema claro' })).toBeVisible();
});

test('no frame of the page has the light ground while the dark theme is kept', async ({ page }) => {
  await signIn(page, 'ana');
  await page.evaluate(() => localStorage.setItem('portico:theme', 'dark'));
  await page.addInitScript(() => {
    const grounds = new Set<string>();
    Reflect.set(window, 'grounds', grounds);
    const look = () => {
      if (document.body) grounds.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  const grounds = await page.evaluate(() => [...Reflect.get(window, 'grounds')]);
  expect(grounds).toEqual(['rgb(19, 19, 18)']);
  // What the browser itself draws (scroll bars, the canvas before the body) is dark too.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});

test('the language is Portuguese first, kept, told to the document and followed by the other tabs', async ({
  page,
  context,
}) => {
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  const other = await context.newPage();
  await other.goto('/recover');
  await expect(other.getByRole('heading', { name: 'Recupere a sua senha' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Recover your password' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a module with jotai and i18next of its own follows theme and language within 100 ms, and changes no text of the shell', async ({
  page,
  modules,
}) => {
  modules.serves('/module.js', await buildModule('own-state'));
  await signIn(page, 'dora', '/smsa-local/');
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Texto do módulo, light');

  // Both catalogues are there by now: what is measured is the telling, not the network.
  await choose(page, 'setLocale', 'en');
  await choose(page, 'setLocale', 'pt');
  expect(await choose(page, 'setLocale', 'en')).toBeLessThan(100);
  await expect(title).toHaveText('Text of the module, light');
  expect(await choose(page, 'setTheme', 'dark')).toBeLessThan(100);
  await expect(title).toHaveText('Text of the module, dark');

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

/** Changes a setting as the shell does. @returns after how many milliseconds the module had drawn it */
function choose(page: Page, setter: 'setLocale' | 'setTheme', value: string): Promise<number> {
  return page.evaluate(
    async ([name, setting]) => {
      const shared = await System.import('@portico/shared');
      const title = document.querySelector('main h1');
      if (!title) throw new Error('The module is not on screen.');
      const drawn = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve(performance.now());
        });
        observer.observe(title, { childList: true, characterData: true, subtree: true });
      });
      const start = performance.now();
      shared[name](setting);
      return (await drawn) - start;
    },
    [setter, value] as const,
  );
}

test('the styles of a module, and what it leaves, change nothing in the shell once it is left', async ({
  page,
  modules,
}) => {
  modules.serves(
    '/module.js',
    lifecyclesModule({
      mount: `
        ${heading('Loud')}
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { color: red !important; } button { padding: 40px !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        document.body.insertAdjacentHTML('beforeend', '<div class="left-behind">still here</div>');
        document.body.style.overflow = 'hidden';
        document.body.className = 'modal-open';
        document.querySelector('#portico-overlay').inert = true;
        Object.assign(document.documentElement, { className: 'dark', dir: 'rtl', lang: 'xx' });
        document.documentElement.style.fontSize = '40px';
        document.documentElement.setAttribute('display-mode', 'purple');`,
    }),
  );
  await signIn(page, 'dora');
  // The last to come of the bar.
  await bell(page).waitFor();
  const attributes = await attributesOfPage(page);
  const before = await looksOfShell(page);
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(page.getByRole('heading', { name: 'Loud' })).toBeVisible();
  expect(await looksOfShell(page)).not.toEqual(before);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  await expect(page.locator('.left-behind')).toHaveCount(0);
  await expect.poll(() => looksOfShell(page)).toEqual(before);
  expect(await attributesOfPage(page)).toEqual(attributes);
});

function attributesOfPage(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, document.body, ...document.body.children].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  );
}

/** Colour and room of every control of the top bar. */
function looksOfShell(page: Page): Promise<string[]> {
  return page.getByRole('banner').evaluate((bar) =>
    [...bar.querySelectorAll('button, a')].map((control) => {
      const { color, backgroundColor, padding } = getComputedStyle(control);
      return [control.getAttribute('aria-label'), color, backgroundColor, padding].join(' ');
    }),
  );
}
