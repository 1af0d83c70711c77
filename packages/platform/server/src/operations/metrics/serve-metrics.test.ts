import { lookup } from 'node:dns/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { systemErrorCode } from '../../process/startup-error';
import { waitFor } from '../../testing/wait-for';
import { createMetrics, serveMetrics } from './create-metrics';

/** Whether this machine has the address: a host name may resolve to addresses it lacks. */
function isHere(address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(systemErrorCode(error)))) resolve(false);
      else reject(error);
    });
    probe.listen({ host: address, port: 0 }, () => probe.close(() => resolve(true)));
  });
}

async function isServed(metricsUrl: string, address: string): Promise<boolean> {
  const url = new URL(metricsUrl);
  url.hostname = address.includes(':') ? `[${address}]` : address;
  const answer = await fetch(url).then(
    (response) => response.text(),
    () => '',
  );
  return answer.includes('portico_http_request_duration_seconds');
}

test('serves metrics at each address of localhost', async () => {
  const metrics = await createMetrics();
  const addresses: string[] = [];
  for (const { address } of await lookup('localhost', { all: true })) {
    if (await isHere(address)) addresses.push(address);
  }
  expect(addresses).not.toEqual([]);
  // A port that is free at one address may be taken at another, so retry with the next port.
  await waitFor(async () => {
    const { close, url } = await serveMetrics(metrics, 'localhost', 0);
    const served = await Promise.all(addresses.map((address) => isServed(url, address)));
    await close();
    return served.every(Boolean) || undefined;
  });
});

describe('a scrape', () => {
  let server: Awaited<ReturnType<typeof serveMetrics>>;
  beforeAll(async () => {
    server = await serveMetrics(await createMetrics(), '127.0.0.1', 0, ['portal-1.internal']);
  });
  afterAll(() => server.close());

  /** With any `Host`, which fetch does not send. */
  function scrape(headers: Record<string, string>): Promise<[status: number | undefined, type: string | undefined]> {
    return new Promise((resolve, reject) => {
      const call = request(server.url, { headers }, (response) => {
        resolve([response.resume().statusCode, response.headers['content-type']]);
      });
      call.once('error', reject).end();
    });
  }

  test.each([
    ['portal-1.internal:9464', 200],
    ['PORTAL-1.internal', 200],
    ['localhost:9464', 200],
    ['127.0.0.1:9464', 200],
    ['[::1]:9464', 200],
    ['evil.example:9464', 421],
    ['portal-1.internal.evil.example', 421],
  ])('by the host %s is answered with %d', async (host, status) => {
    expect((await scrape({ host }))[0]).toBe(status);
  });

  const prometheus =
    'application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';
  test.each([
    [prometheus, 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
    ['application/openmetrics-text', 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
    ['text/plain', 'text/plain; version=0.0.4; charset=utf-8'],
    ['*/*', 'text/plain; version=0.0.4; charset=utf-8'],
    ['image/png', 'text/plain; version=0.0.4; charset=utf-8'],
  ])('that accepts %s gets %s', async (accept, type) => {
    expect((await scrape({ accept, host: 'localhost' }))[1]).toBe(type);
  });
});
