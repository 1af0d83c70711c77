import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { expectAt, leave, leaveQuestion, noteField, openUnsavedNotes, readHistory, stay } from './unsaved-changes';

// A history step of the browser cancels open requests.
test.use({ expectedErrors: /Erro ao conectar MQTT .*ChunkLoadError/ });

test('a module with unsaved changes navigates freely between its own addresses', async ({ page, modules }) => {
  await openUnsavedNotes(page, modules);
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
  await expect(leaveQuestion(page)).toBeHidden();
  // A step of any number of entries leaves the module, whatever state its entries have.
  await page.evaluate(() => history.go(-2));
  await expect(leaveQuestion(page)).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/own');
  await leave(page);
  await expectAt(page, '/profile', 2);
});

test('pressing back repeatedly asks one question and changes nothing; a refused step makes two history changes', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  await openUnsavedNotes(page, modules);
  const before = await readHistory(page);
  for (let press = 0; press < 4; press += 1) await page.evaluate(() => history.back());
  await expect(leaveQuestion(page)).toBeVisible();
  for (let press = 0; press < 3; press += 1) await page.goBack();
  await expect.poll(() => readHistory(page)).toEqual(before);
  await expect(leaveQuestion(page)).toHaveCount(1);
  await stay(page);
  await expect(leaveQuestion(page)).toBeHidden();
  expect(await readHistory(page)).toEqual(before);

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

  await page.evaluate(() => history.back());
  await leave(page);
  await expectAt(page, '/profile', 2);
});

test('while a refused step is undone, navigation by shell and module starts from the address of the screen', async ({
  page,
  modules,
}) => {
  await openUnsavedNotes(page, modules);
  await page.evaluate(async () => {
    const { triggerAppChange } = await System.import('single-spa');
    const traverse = navigation.traverseTo.bind(navigation);
    navigation.traverseTo = (key) => {
      void triggerAppChange().then(() => {
        history.pushState({}, '', '/smsa-local/own');
        traverse(key);
      });
      return { committed: new Promise(() => {}), finished: new Promise(() => {}) };
    };
    history.back();
  });
  await stay(page);
  await expectAt(page, '/smsa-local/own', 4);
  await expect(noteField(page)).toHaveValue('half-typed');
  expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual(['/smsa-local/own']);
});

test('on a screen of the shell a link to a fragment asks, and a refused one keeps the forward history', {
  tag: '@firefox',
}, async ({ page }) => {
  await signIn(page, 'dora');
  await page.evaluate(() => {
    for (const path of ['/profile', '/404']) history.pushState({}, '', path);
  });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await page.evaluate(async () => {
    const { markUnsavedChanges } = await System.import('@portico/shared');
    markUnsavedChanges(window, true);
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a href="#elsewhere">Elsewhere</a>');
  });
  const before = await readHistory(page);
  const link = page.getByRole('link', { name: 'Elsewhere' });
  await link.click();
  await expect(leaveQuestion(page)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await stay(page);
  expect(await readHistory(page)).toEqual(before);
  await expect(link).toBeFocused();
  await link.click();
  await leave(page);
  await expectAt(page, '/profile#elsewhere', 2);
  // In Firefox, Playwright's `goBack` waits for a page load.
  await page.evaluate(() => history.back());
  await expectAt(page, '/profile', 1);
});

test('a browser without the Navigation API loses nothing either', async ({ page, modules }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'navigation', { value: undefined });
    // Listen before the shell does: it hides the steps that it refuses.
    const steps: string[] = [];
    addEventListener('popstate', (event) => !('singleSpa' in event) && steps.push(location.pathname));
    Object.assign(window, { steps });
  });
  await openUnsavedNotes(page, modules);
  await noteField(page).focus();
  const countSteps = () => page.evaluate(() => Reflect.get(window, 'steps').length);
  const before = await countSteps();
  // Step one by one: Firefox drops a step that another one overtakes.
  for (let press = 1; press <= 3; press += 1) {
    await page.evaluate(() => history.back());
    await expect.poll(countSteps).toBe(before + press);
  }
  await expect(leaveQuestion(page)).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/');
  await stay(page);
  await expect(noteField(page)).toHaveValue('half-typed');
  await expect(noteField(page)).toBeFocused();
  await page.evaluate(() => history.back());
  await leave(page);
  await expect(page).not.toHaveURL('/smsa-local/');
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeHidden();
  await expect(leaveQuestion(page)).toBeHidden();
});
