import {
  initialState,
  type ModuleState,
  promote,
  publish,
  publishTo,
  release,
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
  'automatic rollback': (state) => rollBack(state, at, undefined, 'automatic-rollback'),
  remove: (state) => remove(state, at),
  'release b': (state) => release(state, new Set(['b']), at),
  'release all': (state) => release(state, new Set(['a', 'b', 'c']), at),
} satisfies Record<string, Step>;

/** The state in one line: the live version, the earlier ones, and the rest. Tells if the last step changed nothing. */
function getOutcome(...names: (keyof typeof steps)[]): string {
  let state = initialState;
  let isIdle = false;
  for (const name of names) {
    const transition = steps[name](state);
    isIdle = transition === undefined;
    state = transition?.state ?? state;
  }
  const { canary, earlierVersions, isRemoved, rolloutSince, version } = state;
  const parts = [
    isRemoved ? 'removed' : (version ?? 'build'),
    `[${earlierVersions.map((earlier) => earlier ?? 'build').join(' ')}]`,
    ...(rolloutSince === null ? [] : ['in rollout']),
    ...(canary === null ? [] : [`canary ${canary.version}`]),
    ...(isIdle ? ['no change'] : []),
  ];
  return parts.join(' ');
}

test.each<[string, (keyof typeof steps)[]]>([
  ['a [build] in rollout', ['a']],
  ['b [build a] in rollout', ['a', 'b']],
  ['a [build] in rollout no change', ['a', 'a']],
  // An earlier version is listed once.
  ['a [build b] in rollout', ['a', 'b', 'a', 'b', 'a']],
  ['c [build b a] in rollout', ['a', 'b', 'a', 'c']],
  ['build []', ['a', 'back']],
  // As if it had never been published.
  ['c [build a] in rollout', ['a', 'b', 'c', 'release b']],
  ['a [build]', ['a', 'b', 'release b']],
  ['c [build a] in rollout', ['a', 'c', 'canary b', 'release b']],
  ['build []', ['a', 'b', 'canary c', 'release all']],
  ['removed [build a]', ['a', 'b', 'remove', 'release b']],
  ['build [] no change', ['a', 'back', 'back']],
  ['build [] no change', ['back']],
  ['a [build]', ['a', 'b', 'back']],
  ['a [build]', ['a', 'b', 'c', 'back to a']],
  ['a [build] in rollout', ['a', 'b', 'automatic rollback']],
  ['a [build] in rollout', ['a', 'b', 'c', 'automatic rollback', 'automatic rollback']],
  ['a [build] in rollout no change', ['a', 'back to a']],
  // A rollback to another version adds none.
  ['x [build a]', ['a', 'b', 'back to x']],
  ['c [build a] in rollout', ['a', 'b', 'back', 'c']],
  ['build [] canary b', ['canary b']],
  ['a [build] in rollout canary b', ['a', 'canary b']],
  ['a [build] in rollout canary c', ['a', 'canary b', 'canary c']],
  ['a [build] in rollout canary b no change', ['a', 'canary b', 'canary b']],
  ['b [build a] in rollout no change', ['a', 'b', 'canary b']],
  ['b [build a] in rollout', ['a', 'canary b', 'promote']],
  ['b [build a] in rollout', ['a', 'canary b', 'b']],
  ['c [build a] in rollout canary b', ['a', 'canary b', 'c']],
  ['a [build] in rollout', ['a', 'canary b', 'withdraw']],
  ['a [build] in rollout no change', ['a', 'withdraw']],
  ['a [build] in rollout no change', ['a', 'promote']],
  ['build [] canary b', ['a', 'canary b', 'back']],
  ['removed [build a]', ['a', 'remove']],
  ['removed [build a] no change', ['a', 'remove', 'remove']],
  ['removed [build]', ['remove']],
  ['removed [build] canary b', ['remove', 'canary b']],
  ['removed [build]', ['remove', 'canary b', 'remove']],
  ['removed [build a]', ['a', 'canary b', 'remove']],
  ['a [build]', ['a', 'remove', 'back']],
  ['build []', ['remove', 'back']],
  ['b [build a] in rollout', ['a', 'remove', 'b']],
  // A rollback never leads to the live version.
  ['a [build] in rollout', ['a', 'remove', 'a']],
])('%s after %j', (expected, names) => {
  expect(getOutcome(...names)).toBe(expected);
});

test('a transition has its versions and its audience', () => {
  const live = publish(initialState, 'a', at);
  expect(live).toMatchObject({ action: 'publish', from: null, to: 'a', audience: null });
  const canary = publishTo(live?.state ?? initialState, 'b', audience, at);
  expect(canary).toMatchObject({ action: 'canary', from: 'a', to: 'b', audience });
  const state = canary?.state ?? initialState;
  expect(promote(state, at)).toMatchObject({ action: 'promote', from: 'a', to: 'b', audience: null });
  expect(withdraw(state)).toMatchObject({ action: 'withdraw', from: 'b', to: 'a', audience });
  expect(withdraw(state, 'automatic-rollback')).toMatchObject({
    action: 'automatic-rollback',
    from: 'b',
    to: 'a',
    audience,
  });
  expect(rollBack(state, at)).toMatchObject({ action: 'rollback', from: 'a', to: null, audience: null });
  expect(remove(state, at)).toMatchObject({ action: 'remove', from: 'a', to: null, audience: null });
});

test('the same canary for another audience is a change, in another order it is not', () => {
  const [first, same, other] = [['x', 'y'], ['y', 'x', 'x'], ['x']].map((tenants) => ({ tenants }));
  if (!first || !same || !other) throw new Error('Three audiences are compared.');
  const state = publishTo(initialState, 'a', first, at)?.state ?? initialState;
  expect(publishTo(state, 'a', same, at)).toBeUndefined();
  expect(publishTo(state, 'a', other, at)?.state.canary?.audience).toEqual(other);
  expect(publishTo(state, 'a', audience, at)?.state.canary?.audience).toEqual(audience);
});

test('a rollback can go back a hundred versions', () => {
  let state = initialState;
  for (let number = 0; number < 300; number += 1) state = publish(state, `v${number}`, at)?.state ?? state;
  expect(state.earlierVersions).toHaveLength(100);
  expect(state.earlierVersions.at(-1)).toBe('v298');
});
