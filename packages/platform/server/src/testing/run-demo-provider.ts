import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../process/startup-error';
import { startDemoProvider } from './start-demo-provider';
import { providerPassword } from './start-oidc-provider';

/** The program behind `npm start -- --demo-sso`: brings up a provider for the tenant finouro, once the portal is ready. */
const { PORT: portalPort = '9000', PORTICO_DATA = '.portico', PORTICO_OPERATOR_KEY } = process.env;
const [port = '9200'] = process.argv.slice(2);
const url = `http://localhost:${portalPort}`;
const user = { sub: 'helena', email: 'helena@finouro.test', name: 'Helena Souza', groups: ['Service desk'] };

const isReady = () =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
// No limit: a first start takes long on some machines, and a portal that fails ends this program too.
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
const operatorKey = PORTICO_OPERATOR_KEY || (await readFile(path.join(PORTICO_DATA, 'operator.key'), 'utf8')).trim();
const { issuer } = await startDemoProvider({
  url,
  operatorKey,
  tenant: 'finouro',
  tenantUrl: `http://finouro.localhost:${portalPort}`,
  name: 'Finouro ID',
  accounts: [user],
  domains: ['finouro.test'],
  mapping: { group: 'Service desk', module: 'smsa' },
  port: Number(port),
}).catch((error: unknown) => {
  if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
  console.error(
    `Port ${port} is taken, so the provider cannot start. Stop what uses it, or choose another port: npm start -- --demo-sso 9300`,
  );
  process.exit(1);
});
console.log(`Single sign-on: ${issuer} for http://finouro.localhost:${portalPort}; ${user.email}, ${providerPassword}`);
