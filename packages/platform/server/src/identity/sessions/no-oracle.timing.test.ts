import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../../testing/start-test-server';

jest.setTimeout(3 * startTimeoutMilliseconds);

const known = 'ana@portico.test';
const unknown = 'eva@portico.test';
const bystander = 'bruno@portico.test';

/** The allowed difference between the medians. */
const tolerance = 0.1;

/** The shortest time of argon2 with the costs of production, on a fast machine. */
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
  // Hashing has the costs of production.
  server = await startTestServer({}, { hashingCost: {}, limits });
}, startTimeoutMilliseconds);
afterAll(() => server.stop());

interface Tries {
  /** The measured call. */
  readonly call: (email: string) => Promise<Response>;
  /** Runs before each call. */
  readonly prepare?: (email: string) => Promise<void>;
  /** Runs after each call: waits for the work after the response, so that it does not affect the next call. */
  readonly settle?: () => Promise<void>;
}

/**
 * The medians of 30 tries for a known and for an unknown e-mail; if they differ, of 300 each. The tries alternate, each
 * pair in the other order, so that other load affects both alike.
 */
async function measureMedians({ call, prepare, settle }: Tries): Promise<{ known: number; unknown: number }> {
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
  if (measureDifference(medians()) > tolerance) await measure(270);
  return medians();
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function measureDifference({ known, unknown }: { known: number; unknown: number }): number {
  return Math.abs(known - unknown) / Math.min(known, unknown);
}

test('the time of a sign-in does not reveal who has an account', async () => {
  const medians = await measureMedians({
    call: (email) => server.call('POST', '/api/auth', { body: { email, password: 'not-the-password' } }),
  });
  // Otherwise nothing was hashed and the comparison proves nothing.
  expect(medians.unknown).toBeGreaterThan(hashingMilliseconds);
  expect(measureDifference(medians)).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a recovery request, although only known users get mail', async () => {
  const outbox = createOutbox(server.dataFolder);
  const ask = (email: string) => server.call('POST', '/api/auth/recover', { body: { email } });
  const medians = await measureMedians({
    call: ask,
    // Codes are hashed one after the other: once a later one is mailed, the earlier call is done.
    settle: async () => {
      await outbox.nextMailTo(bystander, 'code', () => ask(bystander));
    },
  });
  expect(measureDifference(medians)).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a password reset', async () => {
  const outbox = createOutbox(server.dataFolder);
  const ask = () => server.call('POST', '/api/auth/recover', { body: { email: known } });
  let code = '';
  let triesLeft = 0;
  const medians = await measureMedians({
    // A known e-mail has a live code, the most expensive case.
    prepare: async (email) => {
      if (email === unknown || triesLeft-- > 0) return;
      code = codeIn(await outbox.nextMailTo(known, 'code', ask));
      triesLeft = 4;
    },
    call: (email) =>
      server.call('PUT', '/api/auth/recover', { body: { email, code: wrongCode(code), password: 'a-new-password' } }),
  });
  expect(medians.unknown).toBeGreaterThan(hashingMilliseconds);
  expect(measureDifference(medians)).toBeLessThanOrEqual(tolerance);
});
