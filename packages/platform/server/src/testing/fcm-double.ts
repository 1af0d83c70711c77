import { generateKeyPairSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { startHttpServer } from './start-http-server';

const pushSchema = v.object({ message: v.object({ token: v.string(), data: v.record(v.string(), v.string()) }) });

/** The response of the double to a push: a status and an error body. */
interface FcmAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

type Decide = (token: string, tries: number) => FcmAnswer | undefined;

export type FcmDouble = Awaited<ReturnType<typeof startFcmDouble>>;

/** Starts a double of Firebase Cloud Messaging and Google's token endpoint, which we cannot run. */
export async function startFcmDouble() {
  /** All received requests. */
  const pushes: v.InferOutput<typeof pushSchema>['message'][] = [];
  /** The assertions of the requests for access tokens. */
  const assertions: string[] = [];
  let decide: Decide = () => undefined;
  let underWay = 0;
  let busiest = 0;

  const { origin, stop } = await startHttpServer(async (request, response) => {
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
    /** The largest number of concurrent requests. */
    busiest: () => busiest,
    /** Sets the responses; by default every push is accepted. */
    answer: (decideNow: Decide) => {
      decide = decideNow;
    },
    stop,
  };
}
