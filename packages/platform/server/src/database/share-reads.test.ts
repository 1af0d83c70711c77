import { shareReads } from './shared-reads';

/** A read that returns its keys when the test ends it. */
function createSlowRead() {
  const reads: { readonly keys: readonly string[]; finish(): void; fail(): void }[] = [];
  const read = (keys: readonly string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      reads.push({
        keys,
        finish: () => resolve(new Map(keys.map((key) => [key, `${key} ${reads.length}`]))),
        fail: () => reject(new Error('unreachable')),
      });
    });
  const started = async (number: number) => {
    while (reads.length < number) await new Promise((resolve) => setImmediate(resolve));
    const [last] = reads.slice(-1);
    if (last === undefined || reads.length > number) throw new Error(`There are ${reads.length} reads.`);
    return last;
  };
  return { get: shareReads(read), started };
}

test('callers that wait together share one read of all their keys', async () => {
  const { get, started } = createSlowRead();
  const values = Promise.all([get('a'), get('b'), get('a')]);
  const first = await started(1);
  expect(first.keys).toEqual(['a', 'b']);
  first.finish();
  expect(await values).toEqual(['a 1', 'b 1', 'a 1']);
});

test('a caller never gets the result of a read that began before its call', async () => {
  const { get, started } = createSlowRead();
  const early = get('a');
  const first = await started(1);
  const late = [get('a'), get('a')];
  first.finish();
  expect(await early).toBe('a 1');
  (await started(2)).finish();
  expect(await Promise.all(late)).toEqual(['a 2', 'a 2']);
});

test('a read that fails fails for its callers only', async () => {
  const { get, started } = createSlowRead();
  const failing = get('a');
  const first = await started(1);
  const later = get('a');
  first.fail();
  await expect(failing).rejects.toThrow('unreachable');
  (await started(2)).finish();
  expect(await later).toBe('a 2');
});
