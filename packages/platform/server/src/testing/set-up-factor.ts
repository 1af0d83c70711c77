import { startedFactorSchema } from '@portico/contract';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { TestServer } from './start-test-server';

const addedSchema = v.object({ recovery_codes: v.array(v.string()), access_token: v.optional(v.string()) });

/** The authenticator app of a user. `step` is the difference from the present time step. */
export type Authenticator = (step?: number) => string;

export function createAuthenticator(server: Pick<TestServer, 'now'>, secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (step = 0) => totp.generate({ timestamp: server.now().getTime() + step * 30_000 });
}

/** Sets up the second factor of a user by a session. */
export async function setUpFactor(server: TestServer, token: string, password = 'portico-demo') {
  await server.call('POST', '/api/auth/confirmation', { token, body: { password } });
  const started = v.parse(
    startedFactorSchema,
    await (await server.call('POST', '/api/auth/factor/setup', { token })).json(),
  );
  const getCode = createAuthenticator(server, started.secret);
  const body = { setup: started.setup, code: getCode() };
  const added = await server.call('PUT', '/api/auth/factor/setup', { token, body });
  const { recovery_codes: recoveryCodes } = v.parse(addedSchema, await added.json());
  // The first code is used up.
  server.passSeconds(60);
  return { ...started, getCode, recoveryCodes };
}
