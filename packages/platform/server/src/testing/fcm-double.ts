import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

const pushSchema = v.object({ message: v.object({ token: v.string(), data: v.record(v.string(), v.string()) }) });

/** The response of the double to a push: a status and an error body. */
interface FcmAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A double of Firebase Cloud Messaging and Google's token endpoint, which we cannot run. */
export interface FcmDouble {
  readonly variables: Record<string, string>;
  /** All received requests. */
  readonly pushes: { readonly token: string; readonly data: Record<string, string> }[];
  /** The assertions of the requests for access tokens. */
  readonly assertions: string[];
  /** The largest number of concurrent requests. */
  readonly busiest: () => number;
  /** Sets the responses; by default every push is accepted. */
  answer(decide: (token: string, tries: number) => FcmAnswer | undefined): void;
  stop(): Promise<void>;
}

export async function startFcmDouble(): Promise<FcmDouble> {
  const pushes: FcmDouble['pushes'] = [];
  const assertions: string[] = [];
  let decide: Parameters<FcmDouble['answer']>[0] = () => undefined;
  let underWay = 0;
  let busiest = 0;

  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/token') {
      assertions.push(new URLSearchParams(body).get('assertion') ?? '');
      response.end(JSON.stringify({ access_token: `access-${assertions.length}`, expires_in: 3_600 }));
      return;
    }
    busiest = Math.max(busiest, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    const isExpected =
      request.url === '/v1/projects/portico-test/messages:send' &&
      request.headers.authorization === `Bearer access-${assertions.length}`;
    const { message } = v.parse(pushSchema, JSON.parse(body));
    const tries = pushes.filter(({ token }) => token === message.token).length;
    pushes.push(message);
    const answer = isExpected
      ? (decide(message.token, tries) ?? { status: 200, body: { name: 'm' } })
      : { status: 401 };
    const { status, body: answered, headers }: FcmAnswer = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answered ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = {
    project_id: 'portico-test',
    client_email: 'push@portico.test',
    private_key: privateKey,
    token_uri: `${origin}/token`,
  };
  return {
    variables: { FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account), FIREBASE_ENDPOINT: origin },
    pushes,
    assertions,
    busiest: () => busiest,
    answer: (decideNow) => {
      decide = decideNow;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
