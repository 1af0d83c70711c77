import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ApiError } from '../../http/api-error';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startHttpServer } from '../../testing/start-http-server';
import { type FetchLimits, fetchAll, fetchFile, fetchScript } from './fetch-file';

const script = { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' };
const limits: FetchLimits = { maxBytes: 1000, timeout: 5_000 };

let answer: RequestListener = (_request, response) => response.end();
const host = startBeforeTests(() => startHttpServer((request, response) => answer(request, response)));

function send(status: number, headers: Record<string, string>, body: string | Buffer = 'System.register([])'): void {
  answer = (_request, response) => response.writeHead(status, headers).end(body);
}

async function readRefusal(given: Partial<FetchLimits> = {}, fetchOne = fetchScript): Promise<string> {
  try {
    const { content } = await fetchOne(`${host.origin}/app.js`, { ...limits, ...given });
    return `taken: ${content.length} bytes`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.code} ${Object.values(error.values).join(' ')}`.replaceAll(host.origin, '');
  }
}

test('a script is fetched as a page of the portal would, without cookies', async () => {
  const asked: unknown[] = [];
  answer = (request, response) => {
    asked.push([request.method, request.headers.origin, request.headers.cookie, request.headers.authorization]);
    response.writeHead(200, script).end('System.register([])');
  };
  const { content, mime } = await fetchScript(`${host.origin}/app.js`, limits);
  expect([content.toString(), mime]).toEqual(['System.register([])', 'text/javascript']);
  expect(asked).toEqual([['GET', 'https://portal.invalid', undefined, undefined]]);
});

test.each([404, 500, 201, 204, 206])('an answer %s is refused', async (status) => {
  send(status, script, '');
  expect(await readRefusal()).toBe(`400 address-not-ok /app.js ${status}`);
});

test.each([301, 302, 303, 307, 308])('a redirect %s is refused, wherever it leads', async (status) => {
  send(status, { ...script, location: 'https://evil.example/app.js' });
  expect(await readRefusal()).toBe('400 address-redirects /app.js https://evil.example/app.js');
  send(status, { ...script, location: '/other.js' });
  expect(await readRefusal()).toBe('400 address-redirects /app.js /other.js');
});

test.each(['text/html', 'text/plain', 'application/json', 'text/javascript1.6', ''])(
  'the type "%s" is refused as a script',
  async (type) => {
    send(200, { ...script, 'content-type': type });
    expect(await readRefusal()).toBe(`400 address-not-javascript /app.js ${type || '–'}`);
  },
);

test.each(['application/javascript', 'Text/JavaScript;charset=utf-8', 'application/x-javascript', 'text/ecmascript'])(
  'the type "%s" is accepted as a script',
  async (type) => {
    send(200, { ...script, 'content-type': type });
    expect(await readRefusal()).toBe('taken: 19 bytes');
  },
);

test('a file may be empty', async () => {
  send(200, script, '');
  expect(await readRefusal()).toBe('taken: 0 bytes');
  expect(await readRefusal({}, fetchFile)).toBe('taken: 0 bytes');
});

test('an address that is not readable for all origins is refused', async () => {
  const allowing = (value?: string) =>
    send(200, { 'content-type': 'text/javascript', ...(value && { 'access-control-allow-origin': value }) });
  allowing();
  expect(await readRefusal()).toBe('400 address-without-cors /app.js');
  allowing('https://smsa.portal.example');
  expect(await readRefusal()).toBe('400 address-without-cors /app.js');
  allowing('*');
  expect(await readRefusal()).toBe('taken: 19 bytes');
  answer = ({ headers }, response) =>
    response.writeHead(200, { ...script, 'access-control-allow-origin': headers.origin ?? '' }).end();
  expect(await readRefusal()).toBe('taken: 0 bytes');
});

test('a file may be as large as the limit and no larger, whatever its declared length', async () => {
  send(200, script, 'x'.repeat(1000));
  expect(await readRefusal()).toBe('taken: 1000 bytes');
  send(200, script, 'x'.repeat(1001));
  expect(await readRefusal()).toBe('400 file-too-large /app.js');
  send(200, { ...script, 'content-encoding': 'gzip' }, gzipSync('x'.repeat(1_000_000)));
  expect(await readRefusal()).toBe('400 file-too-large /app.js');
});

test('an endless file is aborted', async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (_request, response) => {
      response.writeHead(200, script);
      const sendMore = () => response.write('x'.repeat(500), () => setImmediate(sendMore));
      response.on('close', resolve);
      sendMore();
    };
  });
  expect(await readRefusal()).toBe('400 file-too-large /app.js');
  await closed;
});

test('the timeout includes the whole body', async () => {
  answer = (_request, response) => {
    response.writeHead(200, script);
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  };
  expect(await readRefusal({ timeout: 200 })).toBe('400 address-unreachable /app.js');
});

test('a broken connection and a missing server have different errors', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { ...script, 'content-length': '500' });
    response.write('x', () => response.destroy());
  };
  expect(await readRefusal()).toBe('400 address-interrupted /app.js UND_ERR_SOCKET');
  const { origin, stop } = await startHttpServer(() => {});
  await stop();
  const { port } = new URL(origin);
  for (const host of ['127.0.0.1', 'localhost', 'nowhere.invalid']) {
    await expect(fetchFile(`http://${host}:${port}/app.js`, limits)).rejects.toMatchObject({
      status: 400,
      code: 'address-closed',
    });
  }
});

describe('several files', () => {
  /** Never resolves until it is aborted. */
  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason));
    });

  test('results are in the order of the items, fetched a few at a time', async () => {
    let underWay = 0;
    let busiest = 0;
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const results = await fetchAll(numbers, async (number) => {
      busiest = Math.max(busiest, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      return number * 2;
    });
    expect(results).toEqual(numbers.map((number) => number * 2));
    expect(busiest).toBe(6);
  });

  test('the first failure is thrown and stops the others', async () => {
    const stopped: number[] = [];
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const fetchOne = async (number: number, signal: AbortSignal) => {
      if (number === 3) throw new Error('The first failure');
      await untilStopped(signal).catch((reason: unknown) => {
        stopped.push(number);
        throw reason;
      });
    };
    await expect(fetchAll(numbers, fetchOne)).rejects.toThrow('The first failure');
    while (stopped.length < 19) await new Promise(setImmediate);
  });

  test('the timeout is for all items together', async () => {
    const fetchOne = (_number: number, signal: AbortSignal) => untilStopped(signal);
    await expect(fetchAll([1, 2], fetchOne, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
