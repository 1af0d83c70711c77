import { expect, lifecyclesModule, type ModuleOrigin, type Page, signIn, test } from '../src';

/** A module with a note, a link out of it by the History API, and one to a fragment that the browser follows itself. */
const noteModule = lifecyclesModule({
  mount: `element.innerHTML =
      '<h1>Notes</h1><input aria-label="Note"><a href="/profile">Away</a> <a href="#below">Below</a><p id="below">Here</p>';
    window.portal = portal;
    window.told = [];
    portal.subscribe('container:navigated', (path) => window.told.push(path));
    element.querySelector('a').onclick = (event) => {
      event.preventDefault();
      history.pushState({ usr: 'kept' }, '', '/profile');
    };`,
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Sair sem salvar?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Ficar' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Sair', exact: true }).click();
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });

function setDirty(page: Page, isDirty = true): Promise<void> {
  return page.evaluate((value) => Reflect.get(window, 'portal').setDirty(value), isDirty);
}

async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** At `/smsa-local/` with a half-typed note: three entries of the portal behind it, and one ahead. */
async function openDirty(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', noteModule);
  await signIn(page, 'dora');
  await goTo(page, '/404', 'Esta página não existe');
  await goTo(page, '/profile', 'Perfil');
  await goTo(page, '/smsa-local/', 'Notes');
  await goTo(page, '/404?ahead', 'Esta página não existe');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await note(page).fill('half-typed');
  await setDirty(page);
}

function historyOf(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    length: history.length,
    state: history.state,
    index: navigation.currentEntry?.index,
    entries: navigation.entries().map(({ key, url }) => [key, url]),
    told: Reflect.get(window, 'told'),
  }));
}

/** Where the portal is and how many entries it is from where it was. */
async function expectAt(page: Page, path: string, index: number): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect.poll(() => page.evaluate(() => navigation.currentEntry?.index)).toBe(index);
}

async function openEntry(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

interface WayOut {
  readonly name: string;
  readonly take: (page: Page) => Promise<void>;
  readonly leadsTo: string;
  readonly index: number;
}

const waysOut: WayOut[] = [
  { name: 'a link', take: (page) => page.getByRole('link', { name: 'Away' }).click(), leadsTo: '/profile', index: 4 },
  {
    name: 'the logo',
    take: (page) => page.getByRole('banner').locator('a[href="/"]').click(),
    leadsTo: '/',
    index: 4,
  },
  {
    name: 'the app switcher',
    take: (page) => openEntry(page, 'Aplicações', 'SMSA'),
    leadsTo: '/smsa/',
    index: 4,
  },
  {
    name: 'the account menu',
    take: (page) => openEntry(page, 'Menu da conta', 'Perfil'),
    leadsTo: '/profile',
    index: 4,
  },
  { name: 'back', take: (page) => page.evaluate(() => history.back()), leadsTo: '/profile', index: 2 },
  { name: 'forward', take: (page) => page.evaluate(() => history.forward()), leadsTo: '/404?ahead', index: 4 },
  { name: 'several entries at once', take: (page) => page.evaluate(() => history.go(-3)), leadsTo: '/', index: 0 },
  {
    name: 'a replaced entry',
    take: (page) => page.evaluate(() => history.replaceState(null, '', '/404')),
    leadsTo: '/404',
    index: 3,
  },
];

for (const { name, take, leadsTo, index } of waysOut) {
  test(`${name}: staying keeps everything, leaving leads where it should and asks no more`, async ({
    page,
    modules,
  }) => {
    await openDirty(page, modules);
    const before = await historyOf(page);
    await note(page).focus();
    await take(page);
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole('button', { name: 'Ficar' })).toBeFocused();
    await expect(page).toHaveURL('/smsa-local/');
    await stay(page);
    await expect(question(page)).toBeHidden();
    expect(await historyOf(page)).toEqual(before);
    await expect(note(page)).toHaveValue('half-typed');

    await take(page);
    await leave(page);
    await expectAt(page, leadsTo, index);
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeHidden();
    await expect(question(page)).toBeHidden();
    await page.evaluate(() => history.pushState({}, '', '/404?free'));
    await expect(page).toHaveURL('/404?free');
  });
}

test('what a link carries in its state arrives', async ({ page, modules }) => {
  await openDirty(page, modules);
  await page.getByRole('link', { name: 'Away' }).click();
  await leave(page);
  await expect(page).toHaveURL('/profile');
  expect(await page.evaluate(() => history.state)).toEqual({ usr: 'kept' });
});

test('staying gives the focus back to the form', async ({ page, modules }) => {
  await openDirty(page, modules);
  await note(page).press('End');
  await page.evaluate(() => history.back());
  await stay(page);
  await page.keyboard.type('!');
  await expect(note(page)).toHaveValue('half-typed!');
});

test('staying after a menu gives the focus back to its button', async ({ page, modules }) => {
  await openDirty(page, modules);
  await openEntry(page, 'Aplicações', 'SMSA');
  await stay(page);
  await expect(page.getByRole('button', { name: 'Aplicações' })).toBeFocused();
});

test('by keyboard alone: Escape stays, the second button leaves', async ({ page, modules }) => {
  await openDirty(page, modules);
  await page.getByRole('link', { name: 'Away' }).focus();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Away' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toBeFocused();
});

test('signing out asks; staying stays signed in, leaving signs out', async ({ page, modules }) => {
  await openDirty(page, modules);
  await openEntry(page, 'Menu da conta', 'Sair');
  await stay(page);
  await expect(note(page)).toHaveValue('half-typed');
  await openEntry(page, 'Menu da conta', 'Sair');
  await leave(page);
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2F');
});

test('closing and reloading the tab are asked about by the browser, while something is not saved', async ({
  page,
  modules,
}) => {
  await openDirty(page, modules);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  await expect(note(page)).toHaveValue('half-typed');
  await setDirty(page, false);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('inside a module with unsaved changes its own addresses are free', async ({ page, modules }) => {
  await openDirty(page, modules);
  await page.evaluate(() => {
    history.pushState(7, '', '/smsa-local/own');
    history.pushState({ idx: 2 }, '', '/smsa-local/own?tab=2');
    history.replaceState(null, '', '#part');
  });
  await page.getByRole('link', { name: 'Below' }).click();
  await expect(page).toHaveURL('/smsa-local/own?tab=2#below');
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL('/smsa-local/own');
  expect(await page.evaluate(() => history.state)).toBe(7);
  await expect(question(page)).toBeHidden();
  // From there the module is left by any number of entries, whatever state it gave them.
  await page.evaluate(() => history.go(-2));
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/own');
  await leave(page);
  await expectAt(page, '/profile', 2);
});

test('pressing back again and again asks one question, and moves nothing', async ({ page, modules }) => {
  await openDirty(page, modules);
  const before = await historyOf(page);
  for (let press = 0; press < 4; press += 1) await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  for (let press = 0; press < 3; press += 1) await page.goBack();
  await expect.poll(() => historyOf(page)).toEqual(before);
  await expect(question(page)).toHaveCount(1);
  await stay(page);
  await expect(question(page)).toBeHidden();
  expect(await historyOf(page)).toEqual(before);
  await page.evaluate(() => history.back());
  await leave(page);
  await expectAt(page, '/profile', 2);
});

test('a refused step costs two changes of the history, and single-spa hears of none', async ({ page, modules }) => {
  await openDirty(page, modules);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    navigation.addEventListener('currententrychange', () => seen.push('moved'));
    addEventListener('single-spa:before-routing-event', () => seen.push('routed'));
  });
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen'));
  await page.getByRole('link', { name: 'Away' }).click();
  await stay(page);
  expect(await seen()).toEqual([]);
  await page.evaluate(() => history.back());
  await stay(page);
  expect(await seen()).toEqual(['moved', 'moved']);
});

test('saved while the question is open, it goes on by itself', async ({ page, modules }) => {
  await openDirty(page, modules);
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await setDirty(page, false);
  await expectAt(page, '/profile', 2);
  await expect(question(page)).toBeHidden();
});

test('signed out from another tab, nothing is asked, not even in the middle of a question', async ({
  page,
  context,
  modules,
}) => {
  await openDirty(page, modules);
  const other = await context.newPage();
  await other.goto('/');
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await openEntry(other, 'Menu da conta', 'Sair');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2F');
  await expect(question(page)).toBeHidden();
});

test.describe('while the session has expired', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('form and question outlive it, and neither dialog hides the other for good', async ({ page, modules }) => {
    await openDirty(page, modules);
    const again = page.getByRole('dialog', { name: 'A sua sessão terminou' });
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await page.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
    await page.evaluate(() => void Reflect.get(window, 'portal').validate());
    await expect(again).toBeVisible();
    await again.getByLabel('Senha', { exact: true }).fill('portico-demo');
    await again.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(question(page).getByRole('button', { name: 'Ficar' })).toBeFocused();
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

test.describe('what a module says of itself', () => {
  test.use({ expectedErrors: /setDirty takes true or false, not yes|\[portico\] @module\/smsa-local/ });

  test('holds no longer than it is mounted, and only if it is a boolean', async ({ page, modules }) => {
    await openDirty(page, modules);
    await setDirty(page, false);
    const reported = page.waitForEvent('console', (message) => message.text().includes('not yes'));
    await page.evaluate(() => Reflect.get(window, 'portal').setDirty('yes'));
    await reported;
    await page.evaluate(() => history.back());
    await expectAt(page, '/profile', 2);
    await setDirty(page);
    await page.evaluate(() => history.back());
    await expectAt(page, '/404', 1);
    await expect(question(page)).toBeHidden();
  });
});

test('on a screen of the shell a fragment is another place, and a link to it keeps the way ahead', async ({ page }) => {
  await signIn(page, 'dora');
  await goTo(page, '/profile', 'Perfil');
  await goTo(page, '/404', 'Esta página não existe');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await page.evaluate(async () => {
    const { markUnsavedChanges } = await System.import('@portico/shared');
    markUnsavedChanges(window, true);
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a href="#elsewhere">Elsewhere</a>');
  });
  const before = await historyOf(page);
  const link = page.getByRole('link', { name: 'Elsewhere' });
  await link.click();
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await stay(page);
  expect(await historyOf(page)).toEqual(before);
  await expect(link).toBeFocused();
  await link.click();
  await leave(page);
  await expectAt(page, '/profile#elsewhere', 2);
  await page.goBack();
  await expectAt(page, '/profile', 1);
});

test('a browser without the Navigation API loses nothing either', async ({ page, modules }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  await openDirty(page, modules);
  await note(page).focus();
  for (let press = 0; press < 3; press += 1) await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/');
  await page.goBack();
  await expect(page).toHaveURL('/smsa-local/');
  await stay(page);
  await expect(note(page)).toHaveValue('half-typed');
  await expect(note(page)).toBeFocused();
  await page.evaluate(() => history.go(-2));
  await leave(page);
  await expect(page).not.toHaveURL('/smsa-local/');
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeHidden();
  await expect(question(page)).toBeHidden();
});

test('on a public page without a session it asks as well', async ({ page, modules }) => {
  modules.serves('/module.js', noteModule);
  await page.goto('/smsa-local/portal');
  await note(page).fill('half-typed');
  await setDirty(page);
  await page.getByRole('link', { name: 'Entrar' }).click();
  await stay(page);
  await expect(page).toHaveURL('/smsa-local/portal');
  await expect(note(page)).toHaveValue('half-typed');
  await page.getByRole('link', { name: 'Entrar' }).click();
  await leave(page);
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2Fportal');
});

test.describe('when the overlay did not load', () => {
  test.use({ expectedErrors: /overlay|ERR_FAILED/ });

  test('the dialog of the browser asks', async ({ page, modules }) => {
    await page.route('**/overlay.*.js', (route) => route.abort());
    await openDirty(page, modules);
    const before = await historyOf(page);
    const asked: string[] = [];
    let leaves = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (leaves ? dialog.accept() : dialog.dismiss());
    });
    await page.evaluate(() => history.back());
    await expect.poll(() => asked).toEqual(['Sair sem salvar?']);
    expect(await historyOf(page)).toEqual(before);
    leaves = true;
    await page.evaluate(() => history.back());
    await expectAt(page, '/profile', 2);
    expect(asked).toHaveLength(2);
  });
});
