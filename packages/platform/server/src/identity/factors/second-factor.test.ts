// Runs on PGlite and on PostgreSQL.
import { createFactorUsers } from '../../testing/factor-users';
import { openBrowser } from '../../testing/open-browser';
import { createOutbox } from '../../testing/outbox';
import { createAuthenticator, setUpFactor } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { readError, readSession } from '../../testing/test-client';
import { auditRecords } from '../audit-tables';
import { secondFactors } from '../proof-tables';

const server = testServer(
  { TRUST_PROXY: 'loopback' },
  { configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } } },
);
const outbox = createOutbox(server);
const { addProtected, addUser, answer, openWaiting } = createFactorUsers(server);
beforeEach(() => server.passSeconds(24 * 60 * 60));

describe('set-up', () => {
  it('needs proof, then a code of the app, and gives ten recovery codes', async () => {
    const { email, token } = await addUser();
    expect(await readError(await server.call('POST', '/api/auth/factor/setup', { token }))).toBe(
      '403 confirmation-needed',
    );
    const mail = outbox.nextMailTo(email, 'notice', async () => undefined);
    const { recoveryCodes, url } = await setUpFactor(server, token);
    expect(url).toMatch(/^otpauth:\/\/totp\/[^?]*person-\d+%40smsa\.test\?issuer=.*&secret=[A-Z2-7]{32}&/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^(?:[0-9a-z]{6}-){3}[0-9a-z]{6}$/);
    expect(await (await server.call('GET', '/api/auth/factor', { token })).json()).toEqual({
      since: expect.any(String),
      recovery_codes_left: 10,
      is_required: false,
    });
    expect(await mail).toContain('um segundo fator foi configurado');
  });

  it('stores neither the secret nor the codes as they are', async () => {
    const { recoveryCodes, secret } = await addProtected();
    const rows = JSON.stringify([
      await server.database.select().from(secondFactors),
      await server.database.select().from(auditRecords),
    ]);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(rows).not.toContain(text);
    }
  });

  it('takes neither a wrong code, nor the set-up of another user, nor an old one', async () => {
    const { token } = await addUser();
    const other = await addUser();
    await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
    await server.call('POST', '/api/auth/confirmation', { token: other.token, body: { password: 'portico-demo' } });
    const { secret, setup } = await (await server.call('POST', '/api/auth/factor/setup', { token })).json();
    const getCode = createAuthenticator(server, secret);
    const finish = async (code: string, as = token) =>
      readError(await server.call('PUT', '/api/auth/factor/setup', { token: as, body: { setup, code } }));
    expect(await finish(getCode(10))).toBe('400 second-factor-wrong');
    expect(await finish(getCode(), other.token)).toBe('400 second-factor-setup-ended');
    server.passSeconds(9 * 60);
    await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
    server.passSeconds(2 * 60);
    expect(await finish(getCode())).toBe('400 second-factor-setup-ended');
  });
});

describe('proof again', () => {
  it('is given by a code, once', async () => {
    const { email, getCode } = await addProtected();
    const { token } = await readSession(await answer(await openWaiting(email), getCode()));
    const confirm = (body: object) => server.call('POST', '/api/auth/confirmation', { token, body });
    expect(await readError(await confirm({ code: getCode() }))).toBe('403 second-factor-wrong');
    expect(await readError(await confirm({ password: 'wrong' }))).toBe('403 wrong-password');
    const renew = () => server.call('POST', '/api/auth/factor/recovery-codes', { token });
    expect(await readError(await renew())).toBe('403 confirmation-needed');
    server.passSeconds(60);
    expect((await confirm({ code: getCode() })).status).toBe(204);
    expect((await renew()).status).toBe(200);
    // It does not replace the current password.
    const change = { new_password: 'portico-demo-3' };
    expect(await readError(await server.call('PUT', '/api/auth/password', { token, body: change }))).toBe(
      '403 wrong-password',
    );
  });

  it('is needed to replace and to remove a factor', async () => {
    const { email, getCode, token } = await addProtected();
    server.passSeconds(10 * 60);
    for (const [method, path] of [
      ['POST', 'setup'],
      ['POST', 'recovery-codes'],
      ['DELETE', ''],
    ] as const) {
      const response = await server.call(method, `/api/auth/factor/${path}`.replace(/\/$/, ''), { token });
      expect(await readError(response)).toBe('403 confirmation-needed');
    }
    await server.call('POST', '/api/auth/confirmation', { token, body: { code: getCode() } });
    const mail = await outbox.nextMailTo(email, 'notice', () => server.call('DELETE', '/api/auth/factor', { token }));
    expect(mail).toContain('o seu segundo fator foi removido');
    expect((await openBrowser(server).enter(email)).status).toBe(200);
  });

  it('makes former recovery codes worthless', async () => {
    const { email, recoveryCodes, token } = await addProtected();
    const renewed = await (await server.call('POST', '/api/auth/factor/recovery-codes', { token })).json();
    expect(renewed.recovery_codes).toHaveLength(10);
    const browser = await openWaiting(email);
    expect(await readError(await answer(browser, recoveryCodes[0] ?? ''))).toBe('401 second-factor-wrong');
    expect((await answer(browser, renewed.recovery_codes[0])).status).toBe(200);
  });
});

describe('the help desk', () => {
  it('takes the factor of a locked-out person away, who is told', async () => {
    const { email } = await addProtected();
    const { email: helper, token } = await addUser();
    await server.operate('PUT', 'roles', { email: helper, granted: { role: 'help-desk', tenant: 'smsa' } });
    const path = `/api/operator/tenants/smsa/users/${email}/second-factor`;
    expect(await readError(await server.call('DELETE', path, { token }))).toBe('403 confirmation-needed');
    await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
    const show = async () => (await server.operate('GET', `users/${email}`)).json();
    expect((await show()).second_factor_since).toEqual(expect.any(String));
    const mail = await outbox.nextMailTo(email, 'notice', () => server.call('DELETE', path, { token }));
    expect(mail).toContain('o suporte removeu o seu segundo fator');
    expect((await show()).second_factor_since).toBeNull();
    expect((await openBrowser(server).enter(email)).status).toBe(200);
    expect(await readError(await server.call('DELETE', path, { token }))).toBe('404 second-factor-unknown');
  });

  it('of one tenant leaves that of a person of several tenants, and of an operator', async () => {
    const { email } = await addProtected();
    const { email: helper, token } = await addUser();
    await server.operate('PUT', 'roles', { email: helper, granted: { role: 'help-desk', tenant: 'smsa' } });
    await server.call('POST', '/api/auth/confirmation', { token, body: { password: 'portico-demo' } });
    await server.operate('PUT', 'roles', { email, granted: { role: 'operator' } });
    const path = `/api/operator/tenants/smsa/users/${email}/second-factor`;
    expect(await readError(await server.call('DELETE', path, { token }))).toBe('403 user-of-others');
    await openWaiting(email);
  });
});
