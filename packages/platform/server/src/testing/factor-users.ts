import { openBrowser, type TestBrowser } from './open-browser';
import { setUpFactor } from './set-up-factor';
import type { TestServer } from './start-test-server';
import { readError, readSession } from './test-client';

/** Creates users of a tenant who have a second factor, and their sign-ins. */
export function createFactorUsers(server: TestServer) {
  let people = 0;

  async function addUser() {
    const email = `person-${++people}@smsa.test`;
    await server.operate('POST', 'users', { email, name: 'Person', password: 'portico-demo', tenant: 'smsa' });
    return { email, ...(await readSession(await openBrowser(server).enter(email))) };
  }

  return {
    addUser,
    /** Adds a user with a second factor. */
    async addProtected() {
      const { email, token } = await addUser();
      return { email, token, ...(await setUpFactor(server, token)) };
    },
    /** Opens a browser that has proved the password of a user. */
    async openWaiting(email: string): Promise<TestBrowser> {
      const browser = openBrowser(server);
      expect(await readError(await browser.enter(email))).toBe('401 second-factor-needed');
      return browser;
    },
    answer: (browser: TestBrowser, code: string, trust = false) =>
      browser.call('POST', '/api/auth/factor', { body: { code, trust } }),
  };
}
