import type { TestServer } from './start-test-server';
import { createTestAuthenticator } from './test-authenticator';

/** The calls of users who add and use passkeys. */
export function passkeyCalls(server: Pick<TestServer, 'url' | 'call'>) {
  const post = (path: string, token: string | undefined, body?: unknown, origin = server.url) =>
    server.call('POST', `/api/${path}`, { ...(token && { token }), body: body ?? {}, headers: { origin } });
  const getOptions = async (origin?: string): Promise<unknown> =>
    (await post('auth/passkey/options', undefined, undefined, origin)).json();
  return {
    post,
    /** The options to use a passkey. */
    getOptions,
    confirm: (token: string, password = 'portico-demo') => post('auth/confirmation', token, { password }),
    /** Adds a passkey to the user of a confirmed session. */
    add: async (token: string, authenticator = createTestAuthenticator(server.url)) => {
      const options: unknown = await (await post('auth/passkeys/options', token)).json();
      const added = await post('auth/passkeys', token, authenticator.create(options));
      if (added.status !== 201) throw new Error(`No passkey: ${added.status} ${await added.text()}`);
      return authenticator;
    },
    signIn: async (authenticator: ReturnType<typeof createTestAuthenticator>) =>
      post('auth/passkey', undefined, authenticator.use(await getOptions())),
  };
}
