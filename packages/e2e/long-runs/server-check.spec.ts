import { chromium } from '@playwright/test';
import {
  containerFiles,
  findStatus,
  publishedModule,
  publishFiles,
  unfitFiles,
} from '../features/publishing/publishing-test';
import { checkEnvironment } from '../portal/check-environment';
import { lifecyclesModule } from '../portal/lifecycles-module';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { expect, test } from '../portal/test';

test.use({ environment: { PORTICO_CHROMIUM: checkEnvironment.CHROME_PATH ?? chromium.executablePath() } });

/** Publishes one address, as a pipeline does. */
function deploy(portal: PortalProcess, url: string): Promise<Response> {
  return fetch(`${portal.url}/deployer/services`, {
    method: 'PATCH',
    headers: { authorization: `Basic ${btoa(`ci:${portal.operatorKey}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ service: `@module/${publishedModule}`, url }),
  });
}

test('the server checks each upload, and refuses failing ones', async ({ portal }) => {
  const version = await publishFiles(portal, publishedModule, await containerFiles('1'));
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version, checked_by: 'server' });
  expect(await runPortico(portal, 'status')).toContain('by the server');
  await expect(publishFiles(portal, publishedModule, unfitFiles)).rejects.toThrow(
    /400 .*check-failed.*The check in a browser found: Mounting it failed: unfit/,
  );
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version });
});

test('the server checks a module with the package that it imports', async ({ portal }) => {
  const name = '@acme/styleguide';
  const files = (script: string) => new Map([['remoteEntry.js', Buffer.from(script)]]);
  await publishFiles(
    portal,
    encodeURIComponent(name),
    new Map([
      ...files("import { title } from './title.js'; export const describe = () => title;"),
      ['title.js', Buffer.from("export const title = 'Styleguide';")],
    ]),
    { version: '1.0.0' },
  );
  const module = (imported: string) => `import { ${imported} } from '${name}';
    export const bootstrap = async () => {};
    export const mount = async ({ element }) => { element.textContent = ${imported}(); };
    export const unmount = async ({ element }) => { element.textContent = ''; };`;
  const shared = { [name]: '^1.0' };
  const version = await publishFiles(portal, publishedModule, files(module('describe')), { shared });
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version, checked_by: 'server' });
  await expect(publishFiles(portal, publishedModule, files(module('absent')), { shared })).rejects.toThrow(
    /400 .*check-failed.*absent/,
  );
});

test('the server checks a module that a pipeline publishes, with its chunks', async ({ portal, modules }) => {
  modules.servesFolder('/smsa-local/2', await containerFiles('2'));
  expect((await deploy(portal, `${modules.url}/smsa-local/2/remoteEntry.js`)).status).toBe(200);
  // The server fetched the entry; then the check fetched each file that the module loads.
  const fetched = modules.requests.filter((address) => address.startsWith('/smsa-local/2/'));
  expect(new Set(fetched).size).toBeGreaterThan(1);
  expect(await findStatus(portal, publishedModule)).toMatchObject({ checked_by: 'server' });
  modules.serves('/smsa-local/3/app.js', lifecyclesModule({ mount: 'addEventListener("click", () => {});' }));
  const refusal = await deploy(portal, `${modules.url}/smsa-local/3/app.js`);
  expect(refusal.status).toBe(400);
  expect(await refusal.json()).toMatchObject({ code: 'check-failed' });
});
