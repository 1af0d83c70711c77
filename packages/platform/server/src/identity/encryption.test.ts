import { createEncryption } from './encryption';

const encryption = createEncryption('a secret of the server');

test('reads what it has encrypted for the same purpose, which nobody else can', async () => {
  const encrypted = await encryption.encrypt('client-secret', 'ação');
  expect(encrypted).toMatch(/^[\w.-]+$/);
  expect(await encryption.decrypt('client-secret', encrypted)).toBe('ação');
  expect(await encryption.decrypt('one-time-codes', encrypted)).toBeUndefined();
  expect(await createEncryption('another secret').decrypt('client-secret', encrypted)).toBeUndefined();
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
