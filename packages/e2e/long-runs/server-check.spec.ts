import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import {
  containerFiles,
  findStatus,
  publishedModule,
  publishFiles,
  unfitFiles,
} from '../features/publishing/publishing-test';
import { checkEnvironment } from '../portal/check-environment';
import { lifecyclesModule } from '../portal/lifecycles-module';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { expect, test } from '../portal/test';

const environment = { PORTICO_CHROMIUM: checkEnvironment.CHROME_PATH ?? chromium.executablePath() };

test.use({ environment });

/** Publishes one address, as a pipeline does. */
function deploy(portal: PortalProcess, url: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${portal.url}/deployer/services`, {
    signal,
    method: 'PATCH',
    headers: { authorization: `Basic ${btoa(`ci:${portal.operatorKey}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ service: `@module/${publishedModule}`, url }),
  });
}

test('the server checks each upload, and refuses failing ones', async ({ portal }) => {
  const version = await publishFiles(portal, publishedModule, await containerFiles('1'));
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version, checked_by: 'server' });
  expect(await runPortico(portal, 'status')).toContain('by the server');
  await expect(publishFiles(portal, publishedModule, unfitFiles)).rejects.toThrow(
    /400 .*check-failed.*The check in a browser found: Mounting it failed: “unfit”/,
  );
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version });
});

test('the server checks a module with the package that it imports', async ({ portal }) => {
  const name = '@acme/styleguide';
  const files = (script: string) => new Map([['remoteEntry.js', Buffer.from(script)]]);
  await publishFiles(
    portal,
    encodeURIComponent(name),
    new Map([
      ...files("import { title } from './title.js'; export const describe = () => title;"),
      ['title.js', Buffer.from("export const title = 'Styleguide';")],
    ]),
    { version: '1.0.0' },
  );
  const module = (imported: string) => `import { ${imported} } from '${name}';
    export const bootstrap = async () => {};
    export const mount = async ({ element }) => { element.textContent = ${imported}(); };
    export const unmount = async ({ element }) => { element.textContent = ''; };`;
  const shared = { [name]: '^1.0' };
  const version = await publishFiles(portal, publishedModule, files(module('describe')), { shared });
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version, checked_by: 'server' });
  await expect(publishFiles(portal, publishedModule, files(module('absent')), { shared })).rejects.toThrow(
    /400 .*check-failed.*absent/,
  );
});

test('the server checks a module that a pipeline publishes, with its chunks', async ({ portal, modules }) => {
  modules.servesFolder('/smsa-local/2', await containerFiles('2'));
  expect((await deploy(portal, `${modules.url}/smsa-local/2/remoteEntry.js`)).status).toBe(200);
  // The server fetched the entry; then the check fetched each file that the module loads.
  const fetched = modules.requests.filter((address) => address.startsWith('/smsa-local/2/'));
  expect(new Set(fetched).size).toBeGreaterThan(1);
  expect(await findStatus(portal, publishedModule)).toMatchObject({ checked_by: 'server' });
  modules.serves('/smsa-local/3/app.js', lifecyclesModule({ mount: 'throw new Error("unfit");' }));
  const refusal = await deploy(portal, `${modules.url}/smsa-local/3/app.js`);
  expect(refusal.status).toBe(400);
  expect(await refusal.json()).toMatchObject({ code: 'check-failed' });
});

test('the server notices style attributes in markup, and pages allow them while that version is live', async ({
  portal,
  modules,
}) => {
  const readPolicy = async () =>
    (await fetch(`${portal.url}/${publishedModule}/`)).headers.get('content-security-policy');
  const mount = `element.innerHTML = '<p style="color: red">styled</p>';`;
  modules.serves('/smsa-local/6/app.js', lifecyclesModule({ mount }));
  expect(await readPolicy()).not.toContain('style-src-attr');
  for (const _ of ['first', 'again']) {
    const response = await deploy(portal, `${modules.url}/smsa-local/6/app.js`);
    expect([response.status, response.headers.get('x-portico-warning')]).toEqual([
      200,
      expect.not.stringMatching('style'),
    ]);
    expect(await findStatus(portal, publishedModule)).toMatchObject({ policy: { styleAttributes: true } });
  }
  await expect.poll(readPolicy).toContain("; style-src-attr 'unsafe-inline';");
  await expect.poll(readPolicy).not.toMatch(/(?:script-src|style-src)(?:-elem)? [^;]*unsafe-inline/);
});

/** Starts a service on loopback that answers every page, and records the start of each connection and packet. */
async function startService() {
  const hits: string[] = [];
  const answer =
    'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret';
  const server = createServer((socket) => {
    const number = hits.push('a connection') - 1;
    socket
      .on('error', () => {})
      .once('data', (data) => {
        hits[number] = data.toString('latin1').slice(0, 60);
        socket.end(answer);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const packets = createSocket('udp4', () => hits.push('a packet'));
  packets.bind(port, '127.0.0.1');
  await once(packets, 'listening');
  const close = () => {
    server.close();
    packets.close();
  };
  return { hits, port, close };
}

/** Tries every way of a page to reach a port of this machine, and throws the answers. */
const attack = (port: number) => `
  const http = 'http://localhost:${port}';
  const seen = [];
  const attempt = (name, run) =>
    Promise.race([run(), new Promise((_, reject) => setTimeout(reject, 2000))])
      .then((answer) => seen.push(name + ' ' + answer), () => seen.push(name + ' refused'));
  const load = (tag, values) => () => new Promise((resolve, reject) => {
    const made = Object.assign(document.createElement(tag), values, { onload: () => resolve('loaded'), onerror: reject });
    element.append(made);
  });
  const listen = (source) => new Promise((resolve, reject) => {
    source.onopen = () => resolve('open');
    source.onerror = reject;
  });
  const form = Object.assign(document.createElement('form'), { action: http + '/form', method: 'post', target: '_blank' });
  element.append(form);
  form.submit();
  window.open(http + '/window');
  navigator.sendBeacon(http + '/beacon', 'write');
  for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender'])
    element.append(Object.assign(document.createElement('link'), { rel, href: http + '/' + rel }));
  const iceServers = ['udp', 'tcp'].flatMap((transport) => ['localhost', '127.0.0.1'].map((host) => (
    { urls: 'turn:' + host + ':${port}?transport=' + transport, username: 'a', credential: 'b' })));
  const call = new RTCPeerConnection({ iceServers: [...iceServers, { urls: 'stun:127.0.0.1:${port}' }] });
  call.createDataChannel('a');
  await call.setLocalDescription();
  const script = URL.createObjectURL(new Blob(['fetch("' + http + '/worker").then(() => postMessage("open"), () => postMessage("refused"))']));
  await Promise.all([
    attempt('call', () => fetch(http + '/call').then((answer) => answer.text())),
    attempt('address', () => fetch('http://127.0.0.1:${port}/address').then((answer) => answer.text())),
    attempt('write', () => fetch(http + '/write', { method: 'POST', mode: 'no-cors', body: 'x' }).then(({ type }) => type)),
    attempt('socket', () => listen(new WebSocket('ws://localhost:${port}'))),
    attempt('events', () => listen(new EventSource(http + '/events'))),
    attempt('transport', () => new WebTransport('https://localhost:${port}').ready),
    attempt('image', load('img', { src: http + '/image' })),
    attempt('worker', () => new Promise((resolve) => { new Worker(script).onmessage = ({ data }) => resolve(data); })),
    attempt('windows', async () => Array.from({ length: 20 }, () => window.open()).filter(Boolean).length),
    attempt('frame', () => load('iframe', { src: http + '/frame' })().then(() => 'refused')),
    attempt('own', () => fetch(document.querySelector('script[src]').src).then(({ status }) => status)),
    attempt('rest', () => new Promise(() => {})),
  ]);
  throw new Error(seen.sort().join(', '));`;

test('a checked module reaches the check alone, also where the operator allows it more', async ({ startPortal }) => {
  const service = await startService();
  const origins = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${service.port}`);
  const connections = [...origins, `ws://localhost:${service.port}`, `https://localhost:${service.port}`];
  const policy = { connections, frames: origins, images: origins, workers: true as const };
  // The full browser also sends packets of WebRTC, unless it is told not to.
  const PORTICO_CHROMIUM = process.env.CHROME_PATH ?? chromium.executablePath();
  const portal = await startPortal({
    environment: { PORTICO_CHROMIUM },
    configuration: { modulePolicy: { [publishedModule]: policy } },
  });
  const files = new Map([['remoteEntry.js', Buffer.from(lifecyclesModule({ mount: attack(service.port) }))]]);
  const refusal = publishFiles(portal, publishedModule, files, { policy });
  await expect(refusal).rejects.toThrow(
    'address refused, call refused, events refused, frame refused, image refused, own 200, rest refused, socket refused, transport refused, windows 0, worker refused, write opaque',
  );
  expect(service.hits).toEqual([]);
  service.close();
});

test('a check ends with its caller, whose next publication does not wait for it', async ({ portal, modules }) => {
  // The check of a module that blocks its page takes a minute.
  test.setTimeout(50_000);
  const path = '/smsa-local/4/app.js';
  modules.serves(path, 'for (;;) {}');
  const leaving = new AbortController();
  const left = deploy(portal, `${modules.url}${path}`, leaving.signal).catch(({ name }: Error) => name);
  // The server fetches it, and then the check does.
  await expect.poll(() => modules.requests.filter((address) => address === path).length).toBe(2);
  leaving.abort();
  expect(await left).toBe('AbortError');
  const version = await publishFiles(portal, publishedModule, await containerFiles('5'));
  expect(await findStatus(portal, publishedModule)).toMatchObject({ version, checked_by: 'server' });
});
