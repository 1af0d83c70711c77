import { signIn, waitForSignIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { sendNotification, toasts } from '../notifications/notification-panel';

// The failing module is the point of one screen.
test.use({ expectedErrors: /\[portico\] @module\/smsa-local|status of 404|smsa-local|module\.js/ });

/** Data, not texts of the shell. */
const data = [
  /^ana-[\da-f-]{36}@portico\.test$/,
  /^Ana( \w+)?$/,
  /^(SMSA|SMSA dev|SMSA local|HR Studium|Welcome)$/,
  // The names of languages are the same in every language.
  /^(Português|English)$/,
  // A session: its browser, its system and its address.
  /^(Chrome|Linux|127\.0\.0\.1|::1)$/,
  /^[\d\s:·,.%()/–-]*$/,
  /^\p{L}$/u,
  /^(A printer|is back)$/,
  // The card of a module.
  /^(\d tickets need an answer|Second screen for the reception|Video calls drop .*|No access to the payroll folder)$/,
  // Descriptions of applications.
  /^(People and learning|Service desk|Next version|A module from your own computer)$/,
];

test('every text on screen comes from the catalogue', async ({ page, modules, portal, user }) => {
  modules.fails('/module.js', 404);
  await page.goto('/signin');
  await waitForSignIn(page);
  await markTexts(page);
  await expectMarked(page, 'sign-in');
  await page.locator('form button[type=submit]').click();
  await expectMarked(page, 'sign-in with errors');
  await moveTo(page, '/recover');
  // The panel has loaded its texts.
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await markTexts(page);
  await expectMarked(page, 'recovery');

  await page.evaluate(() => localStorage.setItem('portico:locale', 'en'));
  await signIn(page, user);
  await markTexts(page);
  await expectMarked(page, 'home');
  await moveTo(page, '/profile#security');
  // The profile has added its texts. Marking them changes the language of the open screen.
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await markTexts(page);
  for (const section of ['personal-data', 'language', 'theme', 'security', 'update-password', 'notifications']) {
    await moveTo(page, `/profile#${section}`);
    await expectMarked(page, section);
  }
  await moveTo(page, '/404');
  await expectMarked(page, 'not found');
  await moveTo(page, '/smsa-local/');
  await expect(page.locator('.portico-ui-failure')).toBeVisible();
  await expectMarked(page, 'failure');
  for (const menu of await page.getByRole('banner').getByRole('button').all()) {
    await menu.click();
    await expectMarked(page, 'menu');
    await page.keyboard.press('Escape');
  }
  await sendNotification(portal, user, { title: 'A printer', body: 'is back' });
  await expect(toasts(page)).toContainText('A printer');
  await expectMarked(page, 'toast');
  await page.getByRole('banner').getByRole('button', { name: '1' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await expectMarked(page, 'notification');
});

/** Wraps every loaded text in ⟦ and ⟧, and renders everything again. */
async function markTexts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { i18n, setLocale } = await System.import('@portico/shared');
    await setLocale('en');
    const catalogues: Record<string, Record<string, string>> = i18n.getDataByLanguage('en');
    for (const [namespace, texts] of Object.entries(catalogues)) {
      const marked = Object.entries(texts).map(([key, text]) => [key, text.startsWith('⟦') ? text : `⟦${text}⟧`]);
      i18n.addResourceBundle('en', namespace, Object.fromEntries(marked), false, true);
    }
    await setLocale('pt');
    await setLocale('en');
  });
}

async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (address) => (await System.import('@portico/shared')).navigate(address), path);
  await expect(page.locator('h1').first()).toContainText('⟦');
  await expect(page.locator('.portico-loader:visible')).toHaveCount(0);
}

async function expectMarked(page: Page, screen: string): Promise<void> {
  const readUnmarked = async () =>
    (await readTexts(page)).filter((text) => {
      const rest = text.replaceAll(/⟦[^⟧]*⟧/g, '').trim();
      return !data.some((one) => one.test(rest));
    });
  await test.step(screen, () => expect.poll(readUnmarked).toEqual([]));
}

/** All texts for readers and screen readers: text nodes, names and tooltips, without relative times. */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isText = (text: string | null): text is string => Boolean(text?.trim());
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'];
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*:not(script, style, noscript, time, .portico-announcer)')) {
      for (const node of element.childNodes) {
        if (node instanceof Text && isText(node.data)) found.push(node.data.trim());
      }
      found.push(...attributes.map((name) => element.getAttribute(name)).filter(isText));
    }
    return found;
  });
}
