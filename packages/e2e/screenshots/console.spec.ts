import path from 'node:path';
import { change, publishFiles, titledFiles } from '../features/publishing/publishing-test';
import { signIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

const all = path.resolve(import.meta.dirname, '../test-results/screens');
const documentation = path.resolve(import.meta.dirname, '../../../docs/images');
const inDocumentation = ['people', 'access', 'releases-smsa', 'look'].map((name) => `console-${name}-light-1280`);

const views = [
  '',
  'people',
  'people/ana@portico.test',
  'access',
  'access/mappings',
  'invitations',
  'releases',
  'releases/smsa',
  'failures',
  'announcements',
  'look',
  'sign-in',
  'tokens',
  'roles',
  'health',
  'overrides',
  'audit',
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Half of the users would get the module without its parcel on the home screen.
test.afterEach(({ portal }) => change(portal, 'smsa', 'withdraw'));

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`console: ${theme}, ${width} px`, async ({ page, portal }) => {
      await page.setViewportSize({ width, height: width > 600 ? 800 : 740 });
      await page.addInitScript((value) => {
        localStorage.setItem('portico:theme', value);
        localStorage.setItem('portico:locale', 'en');
      }, theme);
      const version = `${width}.0.${theme === 'dark' ? 1 : 0}`;
      await publishFiles(portal, 'smsa', titledFiles(version), { version, audience: { percent: 50 } });
      await signIn(page, 'olga', '/console/');
      for (const view of views) {
        await page.goto(`/console/${view}`);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        await expect(page.getByRole('main').locator('[class*="loading"]')).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        const file = `console-${view.split('@')[0]?.replaceAll('/', '-') || 'overview'}-${theme}-${width}`;
        await page.screenshot({ path: path.join(inDocumentation.includes(file) ? documentation : all, `${file}.png`) });
      }
    });
  }
}
