import { readTeam } from '../../portal/build-team';
import { ModuleOrigin } from '../../portal/module-origin';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

/** Builds of foreign tools: two majors of React, and Vue. */
const applications = [
  { name: 'shop', team: 'vite-react', entry: 'portal.js', title: 'Get started' },
  { name: 'desk', team: 'react-18', entry: 'portal.js', title: 'React 18' },
  { name: 'wall', team: 'vite-vue', entry: 'portal.js', title: 'Vue' },
];

test('applications of several tools come in together, and are on screen in every order', async ({ page, portal }) => {
  test.slow();
  const host = await ModuleOrigin.start();
  const imports: Record<string, string> = {};
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
  for (const { name } of applications) {
    await runPortico(portal, 'app', 'grant', 'ana@portico.test', name, '--tenant', 'smsa', '--name', `Acme ${name}`);
  }
  for (const order of [applications, applications.toReversed()]) {
    await signIn(page, 'ana', '/');
    for (const { name, title } of [...order, ...order]) {
      await page.getByRole('button', { name: 'Aplicações' }).click();
      await page.getByRole('menuitem', { name: `Acme ${name}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  }
});
