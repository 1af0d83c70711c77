import { buildPackage } from '../../portal/build-module';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { change, publishFiles } from '../publishing/publishing-test';
import { developerTest } from './developer-test';

const name = '@acme/api';
const keys = ['smsa-local', 'smsa-dev'] as const;

/** A module that shows what the API knows of the user, and calls an origin that is not allowed. */
const module = `import { callApi, countCalls } from '${name}';
  export const mount = (element) => {
    element.innerHTML = '<h1>Loading …</h1>';
    callApi('/api/users/me').then((response) => response.json()).then(({ email }) => {
      element.querySelector('h1').textContent = email + ', call ' + countCalls();
    });
    fetch('https://api.acme.test/orders').catch(() => undefined);
    return () => element.replaceChildren();
  };`;

const test = developerTest.extend<{ published: undefined }>({
  published: [
    async ({ portal }, use) => {
      await publishFiles(portal, encodeURIComponent(name), await buildPackage('api-package'), {
        version: '1.0.0',
        entry: 'package.js',
      });
      const files = new Map([['module.js', Buffer.from(module)]]);
      for (const key of keys)
        await publishFiles(portal, key, files, { entry: 'module.js', shared: { [name]: '^1.0' } });
      await use(undefined);
      for (const key of keys) await change(portal, key, 'rollback');
    },
    { auto: true },
  ],
});
test.use({ expectedErrors: /content.(security.)?policy|Refused to connect|\[portico\] @module/i });

test('a package calls the API with the token of the user in two modules, and the badge says what a blocked call must declare', {
  tag: '@firefox',
}, async ({ page, context, portal }) => {
  await context.addCookies([{ name: 'portico-overrides', value: 'on', url: portal.url }]);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await signIn(page, 'dora', `/${keys[0]}/`);
  await expect(heading).toHaveText('dora@portico.test, call 1');
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: 'SMSA dev' }).click();
  await expect(heading).toHaveText('dora@portico.test, call 2');

  const blocked = page.getByRole('status').filter({ hasText: 'A política de conteúdo' });
  for (const key of keys) await expect(blocked).toContainText(`precisa ${key}: connections https://api.acme.test`);
  await expect(blocked.getByRole('code').first()).toHaveText(
    '"portico": { "policy": { "connections": ["https://api.acme.test"] } }',
  );
  await blocked.getByRole('button', { name: 'Fechar' }).click();
  await expect(blocked).toHaveCount(0);
});
