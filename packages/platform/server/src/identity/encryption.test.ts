import * as v from 'valibot';
import { createEncryption } from './encryption';

let time = new Date('2026-11-28T12:00:00Z');
const now = () => time;
const encryption = createEncryption('a secret of the server', now);

test('reads what it has encrypted for the same purpose, which nobody else can', async () => {
  const encrypted = await encryption.encrypt('client-secret', 'ação');
  expect(encrypted).toMatch(/^[\w.-]+$/);
  expect(await encryption.decrypt('client-secret', encrypted)).toBe('ação');
  expect(await encryption.decrypt('one-time-codes', encrypted)).toBeUndefined();
  expect(await createEncryption('another secret', now).decrypt('client-secret', encrypted)).toBeUndefined();
});

test('refuses what was changed, and what is no ciphertext', async () => {
  const encrypted = await encryption.encrypt('client-secret', 'text');
  const parts = encrypted.split('.');
  const changed = [...parts.slice(0, 3), `A${parts[3]?.slice(1)}`, parts[4]].join('.');
  for (const text of [changed === encrypted ? '' : changed, '', 'text', parts.slice(0, 4).join('.')]) {
    expect(await encryption.decrypt('client-secret', text)).toBeUndefined();
  }
});

test('encrypts the same text differently each time', async () => {
  expect(await encryption.encrypt('a', 'text')).not.toBe(await encryption.encrypt('a', 'text'));
});

describe('sealed data', () => {
  const schema = v.object({ email: v.string() });
  const data = { email: 'ana@portico.test' };

  it('ends after its lifetime', async () => {
    const sealed = await encryption.seal('sign-in', data, 60_000);
    expect(sealed).toMatch(/^[\w.-]+$/);
    expect(await encryption.unseal('sign-in', sealed, schema)).toEqual(data);
    time = new Date(time.getTime() + 59_000);
    expect(await encryption.unseal('sign-in', sealed, schema)).toEqual(data);
    time = new Date(time.getTime() + 1000);
    expect(await encryption.unseal('sign-in', sealed, schema)).toBeUndefined();
  });

  it('is for one purpose and one shape, and has an end', async () => {
    const sealed = await encryption.seal('sign-in', data, 60_000);
    expect(await encryption.unseal('recovery', sealed, schema)).toBeUndefined();
    expect(await encryption.unseal('sign-in', sealed, v.object({ subject: v.string() }))).toBeUndefined();
    expect(await encryption.unseal('sign-in', `${sealed.slice(0, -2)}AA`, schema)).toBeUndefined();
    expect(await encryption.unseal('sign-in', undefined, schema)).toBeUndefined();
    const endless = await encryption.encrypt('sign-in', JSON.stringify({ data }));
    expect(await encryption.unseal('sign-in', endless, schema)).toBeUndefined();
  });
});
