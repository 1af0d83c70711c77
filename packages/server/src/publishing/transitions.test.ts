import {
  initialState,
  type ModuleState,
  promote,
  publish,
  publishTo,
  remove,
  rollBack,
  type Transition,
  withdraw,
} from './transitions';

const at = new Date('2024-05-01T12:00:00Z');
const audience = { percent: 10 };

type Step = (state: ModuleState) => Transition | undefined;
const steps = {
  a: (state) => publish(state, 'a', at),
  b: (state) => publish(state, 'b', at),
  c: (state) => publish(state, 'c', at),
  'canary b': (state) => publishTo(state, 'b', audience, at),
  'canary c': (state) => publishTo(state, 'c', audience, at),
  promote: (state) => promote(state, at),
  withdraw: (state) => withdraw(state),
  back: (state) => rollBack(state, at),
  'back to a': (state) => rollBack(state, at, 'a'),
  'back to x': (state) => rollBack(state, at, 'x'),
  'take back': (state) => rollBack(state, at, undefined, 'take-back'),
  remove: (state) => remove(state, at),
} satisfies Record<string, Step>;

/** Live version, way back, and what else there is, in one line; a step without effect says so. */
function outcomeOf(...names: (keyof typeof steps)[]): string {
  let state = initialState;
  let isIdle = false;
  for (const name of names) {
    const transition = steps[name](state);
    isIdle = transition === undefined;
    state = transition?.state ?? state;
  }
  const { canary, earlierVersions, isRemoved, trialSince, version } = state;
  const parts = [
    isRemoved ? 'removed' : (version ?? 'build'),
    `[${earlierVersions.map((earlier) => earlier ?? 'build').join(' ')}]`,
    ...(trialSince === null ? [] : ['on trial']),
    ...(canary === null ? [] : [`canary ${canary.version}`]),
    ...(isIdle ? ['no change'] : []),
  ];
  return parts.join(' ');
}

test.each<[string, (keyof typeof steps)[]]>([
  ['a [build] on trial', ['a']],
  ['b [build a] on trial', ['a', 'b']],
  ['a [build] on trial no change', ['a', 'a']],
  // A version stands in the way back once.
  ['a [build b] on trial', ['a', 'b', 'a', 'b', 'a']],
  ['c [build b a] on trial', ['a', 'b', 'a', 'c']],
  ['build []', ['a', 'back']],
  ['build [] no change', ['a', 'back', 'back']],
  ['build [] no change', ['back']],
  ['a [build]', ['a', 'b', 'back']],
  ['a [build]', ['a', 'b', 'c', 'back to a']],
  ['a [build] on trial', ['a', 'b', 'take back']],
  ['a [build] on trial', ['a', 'b', 'c', 'take back', 'take back']],
  ['a [build] on trial no change', ['a', 'back to a']],
  // One that is not in the way back does not lengthen it.
  ['x [build a]', ['a', 'b', 'back to x']],
  ['c [build a] on trial', ['a', 'b', 'back', 'c']],
  ['build [] canary b', ['canary b']],
  ['a [build] on trial canary b', ['a', 'canary b']],
  ['a [build] on trial canary c', ['a', 'canary b', 'canary c']],
  ['a [build] on trial canary b no change', ['a', 'canary b', 'canary b']],
  ['b [build a] on trial no change', ['a', 'b', 'canary b']],
  ['b [build a] on trial', ['a', 'canary b', 'promote']],
  ['b [build a] on trial', ['a', 'canary b', 'b']],
  ['c [build a] on trial canary b', ['a', 'canary b', 'c']],
  ['a [build] on trial', ['a', 'canary b', 'withdraw']],
  ['a [build] on trial no change', ['a', 'withdraw']],
  ['a [build] on trial no change', ['a', 'promote']],
  ['build [] canary b', ['a', 'canary b', 'back']],
  ['removed [build a]', ['a', 'remove']],
  ['removed [build a] no change', ['a', 'remove', 'remove']],
  ['removed [build]', ['remove']],
  ['removed [build] canary b', ['remove', 'canary b']],
  ['removed [build]', ['remove', 'canary b', 'remove']],
  ['removed [build a]', ['a', 'canary b', 'remove']],
  ['a [build]', ['a', 'remove', 'back']],
  ['build []', ['remove', 'back']],
  ['b [build a] on trial', ['a', 'remove', 'b']],
  // Nothing leads back to the version that is live.
  ['a [build] on trial', ['a', 'remove', 'a']],
])('%s after %j', (expected, names) => {
  expect(outcomeOf(...names)).toBe(expected);
});

test('a step says from what to what, and for whom', () => {
  const live = publish(initialState, 'a', at);
  expect(live).toMatchObject({ action: 'publish', from: null, to: 'a', audience: null });
  const canary = publishTo(live?.state ?? initialState, 'b', audience, at);
  expect(canary).toMatchObject({ action: 'canary', from: 'a', to: 'b', audience });
  const state = canary?.state ?? initialState;
  expect(promote(state, at)).toMatchObject({ action: 'promote', from: 'a', to: 'b', audience: null });
  expect(withdraw(state)).toMatchObject({ action: 'withdraw', from: 'b', to: 'a', audience });
  expect(withdraw(state, 'take-back')).toMatchObject({ action: 'take-back', from: 'b', to: 'a', audience });
  expect(rollBack(state, at)).toMatchObject({ action: 'rollback', from: 'a', to: null, audience: null });
  expect(remove(state, at)).toMatchObject({ action: 'remove', from: 'a', to: null, audience: null });
});

test('the same canary for others is a change, in another order it is not', () => {
  const [first, same, other] = [['x', 'y'], ['y', 'x', 'x'], ['x']].map((tenants) => ({ tenants }));
  if (!first || !same || !other) throw new Error('Three audiences are compared.');
  const state = publishTo(initialState, 'a', first, at)?.state ?? initialState;
  expect(publishTo(state, 'a', same, at)).toBeUndefined();
  expect(publishTo(state, 'a', other, at)?.state.canary?.audience).toEqual(other);
  expect(publishTo(state, 'a', audience, at)?.state.canary?.audience).toEqual(audience);
});

test('the way back holds a hundred versions', () => {
  let state = initialState;
  for (let number = 0; number < 300; number += 1) state = publish(state, `v${number}`, at)?.state ?? state;
  expect(state.earlierVersions).toHaveLength(100);
  expect(state.earlierVersions.at(-1)).toBe('v298');
});
