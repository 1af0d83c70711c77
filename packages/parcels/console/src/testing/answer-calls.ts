import type { ConsoleCaller } from '@portico/contract/administration';

/** A call that the console has sent: `GET self`, with its body. */
interface SentCall {
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer of the API: its status (200) and its body. */
interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}

type Answers = Record<string, Answer | ((call: SentCall) => Answer | Promise<Answer>)>;

/** A caller with every role; a test changes what it needs. */
export const olga: ConsoleCaller = {
  email: 'olga@portico.test',
  name: 'Olga Reis',
  tenant: 'smsa',
  roles: [{ role: 'operator' }],
  permissions: ['people.read', 'people.manage', 'audit.read'],
  is_operator: true,
  confirmed_until: null,
  channel: 'smsa-channel',
};

/**
 * Answers the calls of the console to `/api/operator/` by their route, such as `GET tenants/smsa/users`, without a
 * network. Returns what was sent; `answers` may be changed at any time.
 */
export function answerCalls(answers: Answers): { readonly calls: SentCall[]; readonly answers: Answers } {
  const calls: SentCall[] = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.origin);
    const route = `${init?.method ?? 'GET'} ${url.pathname.replace('/api/operator/', '')}`;
    const call: SentCall = {
      route,
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      headers: Object.fromEntries(Object.entries(init?.headers ?? {})),
    };
    calls.push(call);
    const found = answers[route] ?? { status: 404, body: { code: 'not-found', message: '' } };
    const { status = 200, body } = typeof found === 'function' ? await found(call) : found;
    init?.signal?.throwIfAborted();
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
  return { calls, answers };
}
