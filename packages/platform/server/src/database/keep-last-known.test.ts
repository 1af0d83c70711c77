import { keepLastKnown } from './shared-reads';

const hour = 3_600_000;

/** A database that can fail, and a clock. */
function createReads() {
  const state = { value: 'first', time: 1_000, isAway: false, reads: 0 };
  const read = async (keys: readonly string[]) => {
    state.reads += 1;
    if (state.isAway) throw new Error('away');
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, state.value]));
  };
  return { state, get: keepLastKnown(read, () => state.time) };
}

test('uses values of the last hour while the database is unavailable', async () => {
  const { get, state } = createReads();
  await get(['smsa', 'finouro']);
  state.isAway = true;
  state.time += hour;
  await expect(get(['smsa'])).resolves.toEqual(new Map([['smsa', 'first']]));
  await expect(get(['smsa', 'other'])).rejects.toThrow('away');
  state.time += 1;
  await expect(get(['smsa'])).rejects.toThrow('away');
});

test('returns new values as soon as the database answers again', async () => {
  const { get, state } = createReads();
  await get(['smsa']);
  state.isAway = true;
  await get(['smsa']);
  Object.assign(state, { isAway: false, value: 'second' });
  // This call finds the database available again, and the next one gets the value.
  await get(['smsa']);
  await expect(get(['smsa'])).resolves.toEqual(new Map([['smsa', 'second']]));
});

test('forgets values that are no longer in the database', async () => {
  const { get, state } = createReads();
  await expect(get(['unknown'])).resolves.toEqual(new Map());
  state.isAway = true;
  await expect(get(['unknown'])).rejects.toThrow('away');
});

test('only the first read waits for a database that hangs', async () => {
  let isHanging = false;
  let release: (() => void) | undefined;
  const hang = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const get = keepLastKnown(
    async (keys) => {
      if (isHanging) await hang();
      return new Map(keys.map((key) => [key, isHanging]));
    },
    Date.now,
    20,
  );
  await get(['smsa']);
  isHanging = true;
  await expect(get(['smsa'])).resolves.toEqual(new Map([['smsa', false]]));
  const answer = jest.fn();
  void get(['smsa']).then(answer);
  await new Promise(setImmediate);
  expect(answer).toHaveBeenCalledWith(new Map([['smsa', false]]));
  release?.();
});
