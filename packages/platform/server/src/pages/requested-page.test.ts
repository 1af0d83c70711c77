import cookie from '@fastify/cookie';
import { type Configuration, configurationSchema, type PageState, type SignInRefusal } from '@portico/contract';
import fastify from 'fastify';
import * as v from 'valibot';
import { createRequestedPages, type RequestedPage } from './requested-page';

interface Asked {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly configuration?: Configuration;
  readonly session?: PageState['session'];
  readonly refusal?: SignInRefusal;
}

const configuration = v.parse(configurationSchema, { tenants: { smsa: { name: 'SMSA' } } });

/** Reads real requests, all with what the earlier ones left. */
function createReader() {
  const read = createRequestedPages();
  return async ({ url = '/signin', headers = {}, ...asked }: Asked = {}): Promise<RequestedPage> => {
    const found: RequestedPage[] = [];
    const app = fastify();
    await app.register(cookie);
    app.get('/*', async (request) => {
      found.push(read(request, asked.configuration ?? configuration, asked.session ?? 'none', asked.refusal));
      return '';
    });
    await app.inject({ url, headers: { ...headers } });
    const [page] = found;
    if (page === undefined) throw new Error('No page was requested.');
    return page;
  };
}

const app = { name: 'SMSA', module: 'smsa', description: '' };
const signedIn = (): PageState['session'] => ({
  access_token: 'token',
  user: { email: 'ana@portico.test', name: 'Ana' },
  apps: [app],
});

test('the same request is the same object, whatever else its browser sends', async () => {
  const read = createReader();
  const first = await read();
  expect(await read({ headers: { 'user-agent': 'other', cookie: 'other=1' } })).toBe(first);
  expect(await read({ headers: { 'accept-language': 'fr, pt;q=0.5', cookie: 'portico-look=pt-light' } })).toBe(first);
});

test('whatever a page depends on makes it another one', async () => {
  const read = createReader();
  const session = signedIn();
  const requests: readonly Asked[] = [
    {},
    { url: '/recover' },
    { headers: { 'accept-language': 'en' } },
    { headers: { cookie: 'portico-look=en-light' } },
    { headers: { cookie: 'portico-look=pt-dark' } },
    { configuration: { ...configuration } },
    { session: 'ended' },
    { session },
    { session: signedIn() },
    { session, url: '/smsa/tickets' },
    { session, url: '/smsa/tickets?of=ana' },
  ];
  const pages: RequestedPage[] = [];
  for (const request of requests) pages.push(await read(request));
  expect(new Set(pages).size).toBe(requests.length);
  for (const [index, request] of requests.entries()) expect(await read(request)).toBe(pages[index]);
});

test('a form, its language and the application on screen are those of the request', async () => {
  const read = createReader();
  expect((await read({ headers: { 'accept-language': 'en' } })).form).toMatchObject({ search: '', locale: 'en' });
  expect((await read({ url: '/recover' })).form).toBeUndefined();
  expect(await read({ url: '/smsa/1', session: signedIn() })).toMatchObject({ pathname: '/smsa/1', current: app });
  expect((await read({ configuration: v.parse(configurationSchema, {}) })).form).toBeUndefined();
});

test('the form of a session that has ended says so at the sign-in', async () => {
  const read = createReader();
  const answer = { reason: 'session-ended', email: '', wait: 0 };
  expect((await read({ url: '/smsa/1', session: 'ended' })).form).toMatchObject({
    search: '?link=%2Fsmsa%2F1',
    answer,
  });
});

test('the answer of a form is for its request alone', async () => {
  const read = createReader();
  const refusal = { reason: 'wrong-credentials', email: 'ana@portico.test', wait: 0 } as const;
  const answered = await read({ refusal });
  expect(answered.form?.answer).toBe(refusal);
  expect((await read()).form?.answer).toBeUndefined();
  expect((await read({ refusal })).refusal).toBe(refusal);
});

test('requests with long addresses are kept for a limited number of characters', async () => {
  const read = createReader();
  const first = await read();
  const long = (start: string) => `/signin?${start}=${'x'.repeat(10_000)}`;
  for (let number = 0; number < 9; number += 1) await read({ url: long(String(number)) });
  expect(await read()).toBe(first);
  for (let number = 0; number < 11; number += 1) await read({ url: long(`a${number}`) });
  expect(await read()).not.toBe(first);
});
