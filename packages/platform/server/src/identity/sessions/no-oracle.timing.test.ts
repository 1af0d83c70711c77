// Runs on PGlite and on PostgreSQL.
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';

const known = 'ana@portico.test';
const unknown = 'eva@portico.test';
const bystander = 'bruno@portico.test';
/** A member of another tenant. */
const stranger = 'rui@finouro.test';

/** The allowed difference, as a part of the time of a call. */
const tolerance = 0.1;

/** The shortest time of argon2 with the costs of production, on a fast machine. */
const hashingMilliseconds = 8;

const unlimited = { tries: 100_000, window: 1000 };

const limits = {
  signInOfAccount: unlimited,
  signInAnywhereOfAccount: unlimited,
  signInFromAddress: unlimited,
  recoveryOfAccount: unlimited,
  recoveryFromAddress: unlimited,
  resetOfAccount: unlimited,
  resetFromAddress: unlimited,
};
// Hashing has the costs of production.
const server = testServer({}, { hashingCost: {}, limits });

interface Tries {
  /** The measured call. */
  readonly call: (email: string) => Promise<Response>;
  /** Runs before each call. */
  readonly prepare?: (email: string) => Promise<void>;
  /** Runs after each call: waits for the work after the response, so that it does not affect the next call. */
  readonly settle?: () => Promise<void>;
}

interface Comparison {
  /** Time of a call for the unknown e-mail, in milliseconds. */
  readonly time: number;
  /** Difference between a call for the known e-mail and its pair, as a fraction of the time of a call. */
  readonly difference: number;
}

/**
 * Compares at most 300 pairs of tries for a known and for an unknown e-mail, fewer once the difference is surely
 * allowed. Each pair is compared by itself, so that other load affects both alike, and has the other order: the first
 * of a pair may always be slower.
 */
async function compare({ call, prepare, settle }: Tries): Promise<Comparison> {
  const times: number[] = [];
  const knownFirst: number[] = [];
  const unknownFirst: number[] = [];
  async function measure(email: string): Promise<number> {
    await prepare?.(email);
    const start = performance.now();
    await (await call(email)).arrayBuffer();
    const time = performance.now() - start;
    await settle?.();
    return time;
  }
  let compared: Comparison = { time: 0, difference: 0 };
  for (const count of [30, 60, 120, 300]) {
    while (times.length < count) {
      const isKnownFirst = times.length % 2 === 0;
      const first = await measure(isKnownFirst ? known : unknown);
      const second = await measure(isKnownFirst ? unknown : known);
      (isKnownFirst ? knownFirst : unknownFirst).push(isKnownFirst ? first - second : second - first);
      times.push(isKnownFirst ? second : first);
    }
    const time = median(times);
    const medians = [knownFirst, unknownFirst].map(median);
    const difference = Math.abs(mean(medians)) / time;
    compared = { time, difference };
    const deviations = [...deviate(knownFirst), ...deviate(unknownFirst)];
    // About the standard error of the difference.
    const error = (2 * median(deviations)) / Math.sqrt(count) / time;
    if (difference + error <= tolerance) break;
  }
  return compared;
}

/** How far each number is from their median. */
function deviate(numbers: readonly number[]): number[] {
  const middle = median(numbers);
  return numbers.map((number) => Math.abs(number - middle));
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

test('the time of a sign-in does not reveal who has an account', async () => {
  const compared = await compare({
    call: (email) => server.call('POST', '/api/auth', { body: { email, password: 'not-the-password' } }),
  });
  // Otherwise nothing was hashed and the comparison proves nothing.
  expect(compared.time).toBeGreaterThan(hashingMilliseconds);
  expect(compared.difference).toBeLessThanOrEqual(tolerance);
});

test('neither does it reveal the right password of a user of another tenant', async () => {
  const password = 'the-right-password';
  await server.operate('POST', 'users', { email: stranger, name: 'Stranger', password, tenant: 'finouro' });
  const compared = await compare({
    call: (email) =>
      server.call('POST', '/api/auth', { body: { email: email === known ? stranger : email, password } }),
  });
  expect(compared.time).toBeGreaterThan(hashingMilliseconds);
  expect(compared.difference).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a recovery request, although only known users get mail', async () => {
  const outbox = createOutbox(server);
  const ask = (email: string) => server.call('POST', '/api/auth/recover', { body: { email } });
  const compared = await compare({
    call: ask,
    // Codes are hashed one after the other: once a later one is mailed, the earlier call is done.
    settle: async () => {
      await outbox.nextMailTo(bystander, 'code', () => ask(bystander));
    },
  });
  expect(compared.difference).toBeLessThanOrEqual(tolerance);
});

test('neither does the time of a password reset', async () => {
  const outbox = createOutbox(server);
  const ask = () => server.call('POST', '/api/auth/recover', { body: { email: known } });
  let code = '';
  let triesLeft = 0;
  const compared = await compare({
    // A known e-mail has a live code, the most expensive case.
    prepare: async (email) => {
      if (email === unknown || triesLeft-- > 0) return;
      code = codeIn(await outbox.nextMailTo(known, 'code', ask));
      triesLeft = 4;
    },
    call: (email) =>
      server.call('PUT', '/api/auth/recover', { body: { email, code: wrongCode(code), password: 'a-new-password' } }),
  });
  expect(compared.time).toBeGreaterThan(hashingMilliseconds);
  expect(compared.difference).toBeLessThanOrEqual(tolerance);
});
