import { startBeforeTests } from '../../testing/start-before-tests';
import { startHttpServer } from '../../testing/start-http-server';
import { createEncryption } from '../encryption';
import { createProviderClients } from './provider-clients';
import { createProviderFetch } from './provider-fetch';

const startFiles = () => startHttpServer((_request, response) => void response.end());
const issuer = startBeforeTests(startFiles);
const other = startBeforeTests(startFiles);

test('providers at addresses of this machine, its link and its network are refused outside development', async () => {
  const fetchRemote = createProviderFetch(false);
  const get = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const;
  for (const host of [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.1.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '0.0.0.0',
  ]) {
    await expect(fetchRemote(`https://${host}/`, get)).rejects.toThrow(
      expect.objectContaining({ name: 'LocalAddressError' }),
    );
  }
  await expect(fetchRemote('http://id.example/', get)).rejects.toThrow(
    expect.objectContaining({ name: 'LocalAddressError' }),
  );
});

test('a picture is fetched from this machine only if the issuer is there too', async () => {
  const { fetchPicture } = createProviderClients(
    true,
    createEncryption('secret', () => new Date()),
    () => new Date(),
  );
  const signal = AbortSignal.timeout(10_000);
  expect((await fetchPicture(issuer.origin, `${issuer.origin}/photo`, signal)).status).toBe(200);
  for (const address of [`${other.origin}/photo`, 'http://169.254.169.254/', 'https://localhost/photo']) {
    await expect(fetchPicture(issuer.origin, address, signal)).rejects.toThrow(
      expect.objectContaining({ name: 'LocalAddressError' }),
    );
  }
});
