import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleOrigin } from '../../portal/module-origin';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

const landscape = path.resolve(import.meta.dirname, '../../fixtures/landscape');
const applications = {
  people: 'Person one, Person two',
  planets: 'Planet one, Planet two of 2 people',
  rates: 'RATE ONE, RATE TWO about',
};
const names = Object.keys(applications) as (keyof typeof applications)[];

async function serveLandscape(): Promise<ModuleOrigin> {
  const host = await ModuleOrigin.start();
  const entries = await readdir(landscape, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => path.join(parentPath, name));
  const contents = files.map(async (file) => [path.relative(landscape, file), await readFile(file)] as const);
  host.servesFolder('', new Map(await Promise.all(contents)));
  return host;
}

async function expectStyled(page: Page, name: keyof typeof applications): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(applications[name]);
  await expect(page.locator('.acme-button')).toHaveCSS('border-top-width', '3px');
}

test('a landscape comes in by one command, and is styled in every order of visits', async ({ page, portal }) => {
  test.slow();
  const host = await serveLandscape();
  const command = [
    'import',
    `${host.url}/importmap.json`,
    '--layout',
    `${host.url}/layout.html`,
    '--without',
    '@acme/navbar',
  ];
  try {
    expect(await runPortico(portal, ...command)).toContain('Nothing was imported: repeat the command with --apply.');
    expect(await runPortico(portal, ...command, '--apply')).toContain('rates ');
    expect(await runPortico(portal, ...command, '--apply')).toContain('Nothing changed: all of it is live already.');
  } finally {
    await host.stop();
  }
  for (const name of names) {
    await runPortico(portal, 'app', 'grant', 'ana@portico.test', name, '--tenant', 'smsa', '--name', `Acme ${name}`);
  }

  const open = async (name: keyof typeof applications) => {
    await page.getByRole('button', { name: 'Aplicações' }).click();
    await page.getByRole('menuitem', { name: `Acme ${name}` }).click();
    await expectStyled(page, name);
  };
  for (const [first, second, third] of [names, names.toReversed()]) {
    if (!first || !second || !third) continue;
    await signIn(page, 'ana', `/${first}/`);
    await expectStyled(page, first);
    for (const next of [second, third, first, third, second]) await open(next);
    await page.reload();
    await expectStyled(page, second);
  }
  // The further route of the layout.
  await page.goto('/worlds');
  await expectStyled(page, 'planets');
});
