import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  freshVersion,
  otherModule,
  publishedModule,
  publishFiles,
  publishingTest as test,
} from '../../features/publishing/publishing-test';
import type { BuiltFiles } from '../../portal/build-module';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import { runPortico } from '../../portal/run-portico';
import { fillSignIn, signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';

const styleguide = '@acme/styleguide';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-packages-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

/**
 * Writes a built module.
 * @returns its folder
 */
async function write(key: string, script: string, shared: Readonly<Record<string, string>>): Promise<string> {
  const module = path.join(folder, key);
  await mkdir(path.join(module, 'dist'), { recursive: true });
  await writeFile(path.join(module, 'package.json'), JSON.stringify({ portico: { key, entry: 'entry.js', shared } }));
  await writeFile(path.join(module, 'dist/entry.js'), script);
  return module;
}

const filesOf = (script: string): BuiltFiles => new Map([['remoteEntry.js', Buffer.from(script)]]);

/** The files of the package, with a style sheet. */
const packageFiles = (version: string): BuiltFiles =>
  new Map([...filesOf(packageScript(version)), ['looks.css', Buffer.from('.looks { padding-top: 3px }')]]);

/** A package with its own state that uses the portal's React. */
const packageScript = (version: string) => `import { version as react } from 'react';
  let uses = 0;
  export const describe = () => 'Styleguide ${version} on React ' + react + ', use ' + (uses += 1);`;

const esModule = `import { describe } from '${styleguide}';
  export const bootstrap = async () => {};
  export const mount = async ({ element }) => {
    element.innerHTML = '<h1 class="looks">ES: ' + describe() + '</h1>';
    if (getComputedStyle(element.firstChild).paddingTop !== '3px') throw new Error('The style sheet is missing.');
  };
  export const unmount = async ({ element }) => { element.textContent = ''; };`;

const systemModule = lifecyclesModule({ mount: "element.innerHTML = '<h1>System: ' + shared.describe() + '</h1>';" })
  .replace('System.register([]', `System.register(['${styleguide}']`)
  .replace('return {', 'let shared; return { setters: [(exports) => { shared = exports; }],');

test('modules of two forms share one copy of a package, and an older range gets another', async ({ page, portal }) => {
  const name = encodeURIComponent(styleguide);
  for (const version of ['1.0.0', '2.0.0'])
    await publishFiles(portal, name, packageFiles(version), { version, styles: ['looks.css'] });
  const shared = { [styleguide]: '^2.0' };
  await publishFiles(portal, publishedModule, filesOf(systemModule), { shared });
  // The check runs the module with the portal's package and its style sheet.
  await runPortico(portal, 'publish', await write(otherModule, esModule, shared), '--version', freshVersion());

  // The page of the sign-in form has no modules yet.
  await page.goto(`/${publishedModule}/`);
  await fillSignIn(page, 'dora@portico.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^System: Styleguide 2\.0\.0 on React 19\S+, use 1$/,
  );
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: 'SMSA dev' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^ES: Styleguide 2\.0\.0 on React 19\S+, use 2$/);

  await publishFiles(portal, otherModule, filesOf(esModule), { shared: { [styleguide]: '^1.0' } });
  await signIn(page, 'dora', `/${otherModule}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^ES: Styleguide 1\.0\.0 /);
});

test('a module imports another that its user may not open, and the link to a package version shows that version', async ({
  page,
  portal,
}) => {
  const name = encodeURIComponent(styleguide);
  await publishFiles(portal, name, filesOf(packageScript('3.0.0')), { version: '3.0.0' });
  const imported = `export const own = 'Imported'; export const mount = () => () => {};`;
  await publishFiles(portal, publishedModule, filesOf(imported));
  const importing = `import { own } from '@module/${publishedModule}';
    import { describe } from '${styleguide}';
    export const mount = (element) => {
      element.innerHTML = '<h1>' + own + ', ' + describe() + '</h1>';
      return () => { element.textContent = ''; };
    };`;
  const shared = { [`@module/${publishedModule}`]: '*', [styleguide]: '^3.0' };
  await runPortico(portal, 'publish', await write(otherModule, importing, shared), '--version', freshVersion());
  await signIn(page, 'ana', `/${otherModule}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Imported, Styleguide 3\.0\.0 /);

  const next = await write(styleguide, packageScript('3.1.0'), {});
  const output = await runPortico(portal, 'publish', next, '--version', '3.1.0-pr.1', '--preview');
  const { search } = new URL(output.trim().split('\n').at(-1) ?? '');
  await page.goto(`/${otherModule}/${search}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Imported, Styleguide 3\.1\.0 /);
});
