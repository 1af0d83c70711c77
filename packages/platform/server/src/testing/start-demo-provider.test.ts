import path from 'node:path';
import { isSignedIn, signInAt } from './sign-in-at-provider';
import { startBeforeTests } from './start-before-tests';
import { startDemoProvider } from './start-demo-provider';
import { killProcesses, startProcess } from './start-process';
import { testServer } from './start-test-server';
import { createTestBrowser } from './test-browser';

const server = testServer({}, { hasShell: true, configuration: { hosts: { '127.0.0.1': 'finouro' } } });
const helena = { sub: 'helena', email: 'helena@finouro.test', name: 'Helena Souza', groups: ['Service desk'] };
const tenantUrl = () => server.url.replace('localhost', '127.0.0.1');
const oidc = startBeforeTests(() =>
  startDemoProvider({
    ...{ url: server.url, tenantUrl: tenantUrl(), tenant: 'finouro', operatorKey: server.operatorKey },
    ...{ name: 'Finouro ID', accounts: [helena], domains: ['finouro.test'] },
    mapping: { group: 'Service desk', module: 'smsa' },
  }),
);

test('the provider of the demonstration signs its user in', async () => {
  expect(oidc.issuer).toMatch(/^http:\/\/localhost:\d+\/oidc$/);
  const browser = createTestBrowser();
  const page = await signInAt(browser, `${tenantUrl()}/api/sign-in/${oidc.id}?link=%2Fprofile`, helena.email);
  expect(page.url.href).toBe(`${tenantUrl()}/profile`);
  expect(isSignedIn(browser, tenantUrl())).toBe(true);
  const person = await server.operate('GET', `tenants/finouro/users/${helena.email}`);
  expect(await person.json()).toMatchObject({ apps: [{ module: 'smsa', provider: 'Finouro ID' }] });
});

test('a taken port says so, and what to do', async () => {
  const { port } = new URL(oidc.issuer);
  const program = path.join(import.meta.dirname, 'run-demo-provider.ts');
  const { errors, exit } = startProcess(require.resolve('tsx/cli'), [program, port], {
    PORT: new URL(server.url).port,
    PORTICO_OPERATOR_KEY: server.operatorKey,
  });
  expect(await exit).toBe(1);
  expect(errors()).toContain(
    `Port ${port} is taken, so the provider cannot start. Stop what uses it, or choose another port: npm start -- --demo-sso 9300\n`,
  );
});

afterAll(killProcesses);
