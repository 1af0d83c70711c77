import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readCookie, readError } from '../../testing/test-client';
import { listAddressTries } from './address-networks';
import { defaultLimits, type Limits } from './limits';
import { createThrottle } from './throttle';

const minutes = 60_000;

/** Fewer tries than in production, because each one takes its time. */
const limits: Partial<Limits> = {
  signInOfAccount: { tries: 3, window: 15 * minutes },
  signInFromAddress: { tries: 10, window: 15 * minutes },
  signInOfBrowser: { tries: 3, window: 15 * minutes },
  recoveryOfAccount: { tries: 3, window: 60 * minutes },
  resetOfAccount: { tries: 4, window: 60 * minutes },
  resetOfRequest: { tries: 8, window: 15 * minutes },
};

const server = testServer({ TRUST_PROXY: 'loopback' }, { limits });
const outbox = createOutbox(server);
beforeEach(() => server.passSeconds(2 * 60 * 60));

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

let addresses = 0;
const nextAddress = () => `10.1.${++addresses >> 8}.${addresses & 255}`;

/** A browser at an address, with its cookies. */
function openBrowser(address = nextAddress()) {
  const jar = new Map<string, string>();
  async function call(method: string, path: string, body: object): Promise<Response> {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) };
    const response = await server.call(method, path, { body, headers });
    for (const name of ['__Host-portico-known', '__Host-portico-recovery']) {
      const value = readCookie(response, name);
      if (value === '') jar.delete(name);
      else if (value !== undefined) jar.set(name, value);
    }
    return response;
  }
  return {
    jar,
    signIn: async (email: string, password = 'portico-demo') =>
      readOutcome(await call('POST', '/api/auth', { email, password })),
    askForCode: async (email: string) => (await call('POST', '/api/auth/recover', { email })).status,
    reset: async (email: string, code: string, password = 'portico-demo') =>
      readOutcome(await call('PUT', '/api/auth/recover', { email, code, password })),
  };
}

async function readOutcome(response: Response): Promise<string> {
  return response.ok ? String(response.status) : readError(response);
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<unknown[]> {
  const results = new Set<unknown>();
  for (let time = 0; time < times; time++) results.add(await work());
  return [...results];
}

/** Guesses until the account is locked for browsers that have never signed in to it. */
async function lock(email: string): Promise<void> {
  expect(await repeat(4, () => openBrowser().signIn(email, 'wrong'))).toEqual([
    '401 wrong-credentials',
    '429 too-many-tries',
  ]);
}

describe('sign-in', () => {
  it('from a browser that has signed in before is not locked by guesses elsewhere', async () => {
    const browser = openBrowser();
    expect(await browser.signIn(ana)).toBe('200');
    await lock(ana);
    expect(await browser.signIn(ana)).toBe('200');
    // Nor by guesses from the same address.
    const address = nextAddress();
    const colleague = openBrowser(address);
    await colleague.signIn(bruno);
    let guesses = 0;
    await repeat(12, () => openBrowser(address).signIn(`somebody-${++guesses}@portico.test`, 'wrong'));
    expect(await openBrowser(address).signIn('carla@portico.test')).toBe('429 too-many-tries');
    expect(await colleague.signIn(bruno)).toBe('200');
  });

  it('from such a browser has tries of its own', async () => {
    const browser = openBrowser();
    await browser.signIn(ana);
    expect(await repeat(3, () => browser.signIn(ana, 'wrong'))).toEqual(['401 wrong-credentials']);
    expect(await browser.signIn(ana)).toBe('429 too-many-tries');
    // They do not count for others.
    expect(await openBrowser().signIn(ana)).toBe('200');
  });

  it('does not take the mark of another account, or one that is made up', async () => {
    const browser = openBrowser();
    await browser.signIn(bruno);
    await lock(ana);
    expect(await browser.signIn(ana)).toBe('429 too-many-tries');
    const [mark = ''] = browser.jar.values();
    for (const forged of [`${mark}x`, mark.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')), 'x.y', '~~', '.']) {
      const forger = openBrowser();
      forger.jar.set('__Host-portico-known', forged);
      expect(await forger.signIn(ana)).toBe('429 too-many-tries');
    }
  });

  it('keeps the marks of the five users of a browser', async () => {
    const browser = openBrowser();
    for (const email of [ana, bruno, ana]) await browser.signIn(email);
    await lock(ana);
    await lock(bruno);
    expect([await browser.signIn(ana), await browser.signIn(bruno)]).toEqual(['200', '200']);
    expect(browser.jar.get('__Host-portico-known')?.split('~')).toHaveLength(2);
  });
});

describe('many people behind one address', () => {
  it('sign in concurrently, because only failures count', async () => {
    const address = nextAddress();
    const users = Array.from({ length: 60 }, (_, index) => [ana, bruno, 'carla@portico.test'][index % 3] ?? ana);
    const outcomes = await Promise.all(users.map((email) => openBrowser(address).signIn(email)));
    expect(new Set(outcomes)).toEqual(new Set(['200']));
  });

  it('may fail more often, the more accounts sign in well from it', async () => {
    const address = nextAddress();
    for (const email of [ana, bruno, 'carla@portico.test', 'dora@portico.test'])
      await openBrowser(address).signIn(email);
    let guesses = 0;
    const guess = () => openBrowser(address).signIn(`somebody-${++guesses}@portico.test`, 'wrong');
    // Ten, and one for each account.
    expect(await repeat(14, guess)).toEqual(['401 wrong-credentials']);
    expect(await guess()).toBe('429 too-many-tries');
  });

  it('count together for each prefix of IPv6, a wider one with more tries', async () => {
    const { database, now } = server;
    const time = now();
    const throttle = createThrottle(defaultLimits, () => time, database);
    /** How many of 50 tries from this network are counted. */
    async function countTries(network: string): Promise<number> {
      let counted = 0;
      for (let host = 1; host <= 50; host++) {
        const tries = listAddressTries('signInFromAddress', `${network}::${host.toString(16)}`);
        counted += await throttle.count(database, tries).then(
          () => 1,
          () => 0,
        );
      }
      return counted;
    }
    const networks = ['a100', 'a101', 'a102', 'b100', 'c100', 'd100'].map((part) => `2001:db8:7:${part}`);
    const counts = [];
    for (const network of [...networks, '2001:db8:8:d100']) counts.push(await countTries(network));
    // Thirty in a /64, sixty in a /56, 120 in a /48.
    expect(counts).toEqual([30, 30, 0, 30, 30, 0, 30]);
  });
});

describe('recovery', () => {
  const ask = async (browser: ReturnType<typeof openBrowser>, email: string) =>
    codeIn(await outbox.nextMailTo(email, 'code', () => browser.askForCode(email)));

  it('by the browser that requested it works despite tries and requests of strangers', async () => {
    const owner = openBrowser();
    const code = await ask(owner, ana);
    // They use up the tries of the account, ask for codes of their own, and guess.
    await repeat(5, () => openBrowser().reset(ana, wrongCode(code)));
    const stranger = openBrowser();
    await ask(stranger, ana);
    expect(await repeat(6, () => stranger.reset(ana, wrongCode(code)))).toEqual(['400 code-invalid']);
    // The code of the owner is of no use to the stranger.
    expect(await stranger.reset(ana, code)).toBe('400 code-invalid');
    expect(await openBrowser().reset(ana, code)).toBe('429 too-many-tries');
    expect(await owner.reset(ana, code)).toBe('204');
    // This browser is known from then on.
    await lock(ana);
    expect(await owner.signIn(ana)).toBe('200');
  });

  it('has five tries for the browser that asked', async () => {
    const owner = openBrowser();
    const code = await ask(owner, bruno);
    expect(await repeat(5, () => owner.reset(bruno, wrongCode(code)))).toEqual(['400 code-invalid']);
    expect(await owner.reset(bruno, code)).toBe('400 code-invalid');
  });

  it('mails a known browser when strangers have used up the mails of the account', async () => {
    const owner = openBrowser();
    await owner.signIn(ana);
    // Each mail is there before the next one is asked for.
    for (let time = 0; time < 3; time++) await ask(openBrowser(), ana);
    expect(await openBrowser().askForCode(ana)).toBe(202);
    const code = await ask(owner, ana);
    expect(await owner.reset(ana, code)).toBe('204');
  });

  it.each([ana, 'nobody@portico.test'])('of %s does not reveal whether the account exists', async (email) => {
    const asking = openBrowser();
    expect(await repeat(3, () => asking.askForCode(email))).toEqual([202]);
    expect([...asking.jar.keys()]).toEqual(['__Host-portico-recovery']);
    expect(await repeat(8, () => asking.reset(email, '123456'))).toEqual(['400 code-invalid']);
    expect(await asking.reset(email, '123456')).toBe('429 too-many-tries');
    // No mail, so no code of its own.
    expect(await asking.askForCode(email)).toBe(202);
    expect([...asking.jar.keys()]).toEqual([]);
    expect(await repeat(4, () => asking.reset(email, '123456'))).toEqual(['400 code-invalid']);
    expect(await asking.reset(email, '123456')).toBe('429 too-many-tries');
  });
});
