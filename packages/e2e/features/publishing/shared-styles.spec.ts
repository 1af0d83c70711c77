import type { BuiltFiles } from '../../portal/build-module';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { otherModule, publishedModule, publishFiles, publishingTest as test } from './publishing-test';

const styleguide = '@acme/looks';

const toFiles = (files: Readonly<Record<string, string>>): BuiltFiles =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));

/** Adds a style as a bundler does. */
const addStyle = (rule: string) =>
  `document.head.appendChild(Object.assign(document.createElement('style'), { textContent: '${rule}' }));`;

const adoptSheet = (rule: string) => `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('${rule}');
  document.adoptedStyleSheets.push(sheet); }`;

const packageFiles = toFiles({
  'looks.js': `${addStyle('.looks { color: rgb(1, 1, 1) }')}
    ${adoptSheet('.looks { margin-left: 11px }')}
    export const look = (element) => { element.innerHTML = '<h1 class="looks own">' + element.dataset.porticoModule + '</h1>'; };`,
  'looks.css': '.looks { padding-top: 3px }',
});

const esFiles = toFiles({
  'remoteEntry.js': `import { look } from '${styleguide}';
    ${addStyle('.own { border-top: 1px solid }')}
    export const mount = (element) => {
      look(element);
      document.body.append(Object.assign(document.createElement('dialog'), { className: 'added' }));
      return () => element.replaceChildren();
    };`,
});

/** Imports the package, and the other module for its styles. */
const systemFiles = toFiles({
  'remoteEntry.js': lifecyclesModule({ mount: 'shared.look(element);' })
    .replace('System.register([]', `System.register(['${styleguide}', '@module/${publishedModule}']`)
    .replace('return {', 'let shared; return { setters: [(exports) => { shared = exports; }, () => {}],'),
});

const readLooks = (page: Page) =>
  page.locator('h1.looks').evaluate((heading) => {
    const { borderTopWidth, color, marginLeft, paddingTop } = getComputedStyle(heading);
    return `${heading.textContent} ${color} ${marginLeft} ${paddingTop} ${borderTopWidth}`;
  });

const looks = (module: string) => `${module} rgb(1, 1, 1) 11px 3px 1px`;

async function choose(page: Page, module: string): Promise<void> {
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: module }).click();
}

test('the styles of a package and of an imported module apply wherever they are shared, in every order of visits', async ({
  page,
  portal,
}) => {
  await publishFiles(portal, encodeURIComponent(styleguide), packageFiles, {
    version: '1.0.0',
    entry: 'looks.js',
    styles: ['looks.css'],
  });
  const shared = { [styleguide]: '^1' };
  await publishFiles(portal, publishedModule, esFiles, { shared });
  const both = { ...shared, [`@module/${publishedModule}`]: '*' };
  await publishFiles(portal, otherModule, systemFiles, { shared: both });
  await signIn(page, 'dora', `/${otherModule}/`);
  await expect.poll(() => readLooks(page)).toBe(looks(otherModule));
  const sheets = page.locator('link[rel=stylesheet][href$="/looks.css"]');
  await expect(sheets).toHaveAttribute('integrity', /^sha384-/);

  await choose(page, 'SMSA local');
  await expect.poll(() => readLooks(page)).toBe(looks(publishedModule));
  await expect(page.locator('dialog.added')).toHaveAttribute('data-portico-module', publishedModule);

  await choose(page, 'SMSA dev');
  await expect.poll(() => readLooks(page)).toBe(looks(otherModule));
  await expect(page.locator('dialog.added')).toHaveCount(0);
  await page.goto(`/${publishedModule}/`);
  await expect.poll(() => readLooks(page)).toBe(looks(publishedModule));
  await expect(sheets).toHaveCount(1);

  // The launcher uses none of them.
  await page.locator('a[href="/"]').first().click();
  await expect(page.locator('h1.looks')).toHaveCount(0);
  const marks = await page.evaluate(() => {
    const heading = document.body.appendChild(document.createElement('h1'));
    heading.dataset.portico = '';
    heading.className = 'looks own';
    const { borderTopWidth, color, marginLeft, paddingTop } = getComputedStyle(heading);
    heading.remove();
    return [color === 'rgb(1, 1, 1)', marginLeft, paddingTop, borderTopWidth];
  });
  expect(marks).toEqual([false, '0px', '0px', '0px']);
});
