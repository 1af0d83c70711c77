import { codeIn, createOutbox, wrongCode } from '../testing/outbox';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';

jest.setTimeout(3 * startTimeoutMilliseconds);

const known = 'ana@portico.test';
const unknown = 'eva@portico.test';
const bystander = 'bruno@portico.test';

/** So much of the one median may the other be away. */
const tolerance = 0.1;

/** The least that argon2 takes at its cost in production, on a quick machine. */
const hashingMilliseconds = 8;

const unlimited = { tries: 100_000, window: 1000 };

let server: TestServer;
beforeAll(async () => {
  const limits = {
    signInOfAccount: unlimited,
    signInFromAddress: unlimited,
    recoveryOfAccount: unlimited,
    recoveryFromAddress: unlimited,
    resetOfAccount: unlimited,
    resetFromAddress: unlimited,
  };
  // Hashing costs what it costs in production.
  server = await startTestServer({}, { hashingCost: {}, limits });
}, startTimeoutMilliseconds);
afterAll(() => server.stop());

interface Tries {
  /** What is measured. */
  readonly call: (email: string) => Promise<Response>;
  /** Goes before each call. */
  readonly prepare?: (email: string) => Promise<void>;
  /** Goes after each call: what the server does after its answer is over before the next is measured. */
  readonly settle?: () => Promise<void>;
}

/**
 * The medians of 30 tries for the known and 30 for the unknown e-mail; when they differ, of 300 each. The tries take
 * turns, each pair in the other order, so that what else the machine does meets both alike.
 */
async function mediansOf({ call, prepare, settle }: Tries): Promise<{ known: number; unknown: number }> {
  const times: Record<string, number[]> = { [known]: [], [unknown]: [] };
  const medians = () => ({ known: median(times[known] ?? []), unknown: median(times[unknown] ?? []) });
  async function measure(pairs: number): Promise<void> {
    for (let pair = 0; pair < pairs; pair++) {
      for (const email of pair % 2 === 0 ? [known, unknown] : [unknown, known]) {
        await prepare?.(email);
        const start = performance.now();
        await (await call(email)).arrayBuffer();
        times[email]?.push(performance.now() - start);
        await settle?.();
      }
    }
  }
  await measure(30);
  if (differenceOf(medians()) > tolerance) await measure(270);
  return medians();
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function differenceOf({ known, unknown }: { known: number; unknown: number }): number {
  return Math.abs(known - unknown) / Math.min(known, unknown);
}

test('the time of a sign-in does not tell who has an account', async () => {
  const medians = await mediansOf({
    call: (email) => server.call('POST', '/api/auth', { body: { email, password: 'not-the-password' } }),
  });
  // Else nothing was hashed, and the comparison says nothing.
  expect(medians.unknown).toBeGreaterThan(hashingMilliseconds);
  expect(differenceOf(medians)).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a recovery request, though only the known one mails', async () => {
  const outbox = createOutbox(server.dataFolder);
  const ask = (email: string) => server.call('POST', '/api/auth/recover', { body: { email } });
  const medians = await mediansOf({
    call: ask,
    // Codes are hashed in their turn: once a later one is mailed, the server has done with the call, mailed or not.
    settle: async () => {
      await outbox.nextMailTo(bystander, 'code', () => ask(bystander));
    },
  });
  expect(differenceOf(medians)).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a try to reset the password', async () => {
  const outbox = createOutbox(server.dataFolder);
  const ask = () => server.call('POST', '/api/auth/recover', { body: { email: known } });
  let code = '';
  let triesLeft = 0;
  const medians = await mediansOf({
    // A known e-mail has a live code, which costs most.
    prepare: async (email) => {
      if (email === unknown || triesLeft-- > 0) return;
      code = codeIn(await outbox.nextMailTo(known, 'code', ask));
      triesLeft = 4;
    },
    call: (email) =>
      server.call('PUT', '/api/auth/recover', { body: { email, code: wrongCode(code), password: 'a-new-password' } }),
  });
  expect(medians.unknown).toBeGreaterThan(hashingMilliseconds);
  expect(differenceOf(medians)).toBeLessThanOrEqual(tolerance);
});
