import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { startLocalServer, startOwnServersProxy } from './local-server';

test('the proxy of a browser reaches the servers of this process alone, and opens no tunnel', async () => {
  const hits: (string | undefined)[] = [];
  const other = createServer(({ url }, response) => {
    hits.push(url);
    response.end('secret');
  }).listen(0, 'localhost');
  await once(other, 'listening');
  const address = other.address();
  const host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
  const own = await startLocalServer(async ({ method }, response) => {
    response.writeHead(201, { 'content-type': 'text/css' }).end(method);
  });
  const proxy = await startOwnServersProxy();
  const ask = (path: string, method = 'GET') =>
    new Promise<unknown>((resolve) => {
      const { hostname, port } = new URL(proxy.origin);
      const read = async (answer: IncomingMessage) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve([answer.statusCode, answer.headers['content-type'], text]);
      };
      request({ hostname, port, path, method }, read)
        .on('error', () => resolve('closed'))
        .on('connect', () => resolve('open'))
        .end();
    });
  try {
    const refused = [403, undefined, ''];
    expect(await ask(`${own.origin}/a.css`)).toEqual([201, 'text/css', 'GET']);
    expect(await ask(`${own.origin}/a.css`, 'POST')).toEqual([201, 'text/css', 'POST']);
    expect(await ask(own.origin.replace('http://', ''), 'CONNECT')).toBe('closed');
    expect(await ask(host, 'CONNECT')).toBe('closed');
    for (const path of [
      `http://${host}/a`,
      `http://${host.replace('localhost', '127.0.0.1')}/a`,
      '/a',
      '//a',
      proxy.origin,
    ]) {
      expect([path, await ask(path)]).toEqual([path, refused]);
    }
    await own.close();
    expect(await ask(`${own.origin}/a.css`)).toEqual(refused);
    expect(hits).toEqual([]);
  } finally {
    other.close();
    await proxy.close();
  }
});
