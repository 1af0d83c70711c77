import path from 'node:path';
import { heading, lifecyclesModule, type Page, signIn, test } from '../src';

const all = path.resolve(import.meta.dirname, '../test-results/screens');
const documentation = path.resolve(import.meta.dirname, '../../../docs/images');
const inReadme = ['signin-light-1280', 'home-light-1280', 'module-dark-1280', 'failure-light-1280'];

test.use({ expectedErrors: /./, contextOptions: { reducedMotion: 'reduce' } });

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`screens: ${theme}, ${width} px`, async ({ page, modules }) => {
      await page.setViewportSize({ width, height: width > 600 ? 800 : 740 });
      await page.addInitScript((value) => {
        localStorage.setItem('portico:theme', value);
        localStorage.setItem('portico:locale', 'pt');
      }, theme);
      const take = async (name: string) => {
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');
        const file = `${name}-${theme}-${width}`;
        await page.screenshot({ path: path.join(inReadme.includes(file) ? documentation : all, `${file}.png`) });
      };
      await page.goto('/signin');
      await page.getByLabel('E-mail').waitFor();
      await take('signin');
      await signIn(page, 'dora');
      await ready(page);
      await take('home');
      for (const section of ['personal-data', 'language', 'security', 'update-password', 'notifications']) {
        await page.goto(`/profile#${section}`);
        await ready(page);
        await take(`profile-${section}`);
      }
      await page.goto('/smsa/');
      await ready(page);
      await take('module');
      modules.serves('/module.js', lifecyclesModule({ mount: `${heading('x')} throw new Error('not today');` }));
      await page.goto('/smsa-local/');
      await page.getByRole('button', { name: 'Copiar detalhes' }).waitFor();
      await take('failure');
    });
  }
}

function ready(page: Page): Promise<void> {
  return page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}
