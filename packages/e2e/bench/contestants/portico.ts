import { callOperator } from '../../portal/call-operator';
import { PortalProcess } from '../../portal/portal-process';
import { addUser, type User } from '../../portal/user';
import { outputFolder } from '../floors/build-floors';
import type { Contestant } from './contestant';
import { readFolder } from './read-folder';
import { StaticSite } from './static-site';

const tenant = 'smsa';

/**
 * Starts the real server with one user. The user has the two modules, which another origin serves, and further
 * applications up to the given number.
 */
export async function startPortico(name: string, applications: number): Promise<Contestant> {
  const modules = await StaticSite.start(readFolder(outputFolder('portico-modules')));
  const keys = ['one', 'two', ...Array.from({ length: applications - 2 }, (_, index) => `application-${index + 3}`)];
  const portal = await PortalProcess.start({
    moduleOrigins: [modules.url],
    imports: Object.fromEntries(keys.map((key) => [`@module/${key}`, `${modules.url}/${key}.js`])),
  });
  const stop = () => Promise.all([portal.stop(), modules.stop()]);
  const user = await addUserWithApps(portal, keys).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    name,
    url: portal.url,
    async signIn(context) {
      const answer = await context.request.post(`${portal.url}/api/auth`, { data: user });
      if (!answer.ok()) throw new Error(`Sign-in answers ${answer.status()}: ${await answer.text()}`);
    },
    stop,
  };
}

async function addUserWithApps(portal: PortalProcess, keys: readonly string[]): Promise<User> {
  const user = await addUser(portal, { apps: [] });
  for (const key of keys) {
    const grant = `operator/tenants/${tenant}/apps/${key}/users/${user.email}`;
    await callOperator(portal, 'PUT', grant, { name: `Application ${key}`, new: true });
  }
  return user;
}
