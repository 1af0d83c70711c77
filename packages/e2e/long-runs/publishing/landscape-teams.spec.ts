import { readTeam } from '../../portal/build-team';
import { ModuleOrigin } from '../../portal/module-origin';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

/** Builds of foreign tools: two majors of React, Vue, and Angular 15 on zone.js as a bare library. */
const applications = [
  { name: 'shop', team: 'vite-react', entry: 'portal.js', title: 'Get started', images: ['Vite logo'] },
  { name: 'desk', team: 'react-18', entry: 'portal.js', title: 'React 18', images: [] },
  { name: 'wall', team: 'vite-vue', entry: 'portal.js', title: 'Vue', images: [] },
  // Its routes start with this segment.
  { name: 'smsa-local', team: 'angular/15', entry: 'main.js', title: 'Angular 15', images: ['Relative', 'Root'] },
] as const;

type Application = (typeof applications)[number];

const getTitle = (name: string) => (name === 'smsa-local' ? 'SMSA local' : `Acme ${name}`);

async function visit(page: Page, { images, name, title }: Application): Promise<void> {
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: getTitle(name) }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  for (const alt of images) {
    const image = page.getByAltText(alt, { exact: true });
    await expect
      .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth))
      .toBeTruthy();
  }
  // The global styles of Angular are for its own headings.
  if (name === 'smsa-local') {
    await expect(heading).toHaveCSS('letter-spacing', '3px');
    await expect(page.locator('.badge')).toHaveCSS('background-image', /style\.svg/);
    await expect(page.getByText('From a file')).toBeVisible();
  } else {
    await expect(heading).not.toHaveCSS('letter-spacing', '3px');
  }
  if (name === 'shop') {
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { name: 'Details' })).toHaveCSS('letter-spacing', '3px');
  }
}

test('applications of four tools come in together, and are on screen in every order', async ({ page, portal }) => {
  test.slow();
  const host = await ModuleOrigin.start();
  const imports: Record<string, string> = { 'zone.js': './zone/0.12.0/zone.js' };
  host.servesFolder('/zone/0.12.0', await readTeam('angular/zone'));
  for (const { entry, name, team } of applications) {
    host.servesFolder(`/${name}/1`, await readTeam(team));
    imports[`@acme/${name}`] = `./${name}/1/${entry}`;
  }
  const routes = applications.map(({ name }) => ({
    type: 'route',
    path: name,
    routes: [{ type: 'application', name: `@acme/${name}` }],
  }));
  host.serves('/importmap.json', JSON.stringify({ imports }));
  host.serves('/layout.json', JSON.stringify({ routes }));
  try {
    await runPortico(portal, 'import', `${host.url}/importmap.json`, '--layout', `${host.url}/layout.json`, '--apply');
  } finally {
    await host.stop();
  }
  for (const { name } of applications.filter((each) => each.name !== 'smsa-local')) {
    await runPortico(portal, 'app', 'grant', 'dora@portico.test', name, '--tenant', 'smsa', '--name', getTitle(name));
  }
  for (const order of [applications, applications.toReversed()]) {
    await signIn(page, 'dora', '/');
    for (const application of [...order, ...order]) await visit(page, application);
  }
});
