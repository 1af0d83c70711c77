import { lookup } from 'node:dns/promises';
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
