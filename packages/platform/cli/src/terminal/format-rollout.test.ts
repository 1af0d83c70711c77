import type { ModuleStatus } from '@portico/contract/publishing';
import { describeRollout } from './format-rollout';

const status: ModuleStatus = {
  module: 'smsa',
  version: '1.4.0',
  address: '/smsa.js',
  since: '2026-01-01T00:00:00.000Z',
  in_rollout: false,
  users: 400,
  outcomes: { mounted: 210, failed: 0 },
  canary: {
    version: '1.5.0',
    address: '/smsa.js',
    since: '2026-02-01T00:00:00.000Z',
    by: 'CI (1a2b3c4d)',
    audience: { percent: 5 },
    users: 21,
    outcomes: { mounted: 16, failed: 2 },
  },
};
const plan = { steps: [{ percent: 5, seconds: 600 }, { percent: 100 }], step: 0 };
const next_at = '2026-02-01T00:10:00.000Z';

const describePlan = (given: object) => {
  const [, line] = describeRollout({
    ...status,
    canary: status.canary && { ...status.canary, plan: { ...plan, ...given } },
  });
  return line;
};

test('the failures of a canary are beside those of the live version', () => {
  expect(describeRollout(status)).toEqual([
    'smsa 1.5.0 by CI (1a2b3c4d), for 5 % of the users (21 of 400) since 2026-02-01T00:00:00.000Z: it failed for 2 of 18 users, the live version for 0 of 210 users.',
  ]);
  expect(describeRollout({ ...status, canary: null })).toEqual([]);
  expect(describeRollout({ ...status, canary: null, in_rollout: true })).toEqual([
    'smsa 1.4.0: it failed for 0 of 210 users.',
  ]);
});

test('a plan says what comes next, or why it waits', () => {
  expect(describePlan({ next_at })).toBe(
    `smsa 1.5.0: step 1 of the plan 5%/10m,100%; 100 % at ${next_at} if it works.`,
  );
  const held = { by: 'portal', reason: 'Fewer than 10 of its 21 users loaded it', since: next_at };
  expect(describePlan({ next_at, held })).toBe(
    `smsa 1.5.0: step 1 of the plan 5%/10m,100%, held by the portal since ${next_at}: ${held.reason}.`,
  );
  expect(describePlan({ next_at, held: { by: 'person', reason: '', since: next_at } })).toBe(
    `smsa 1.5.0: step 1 of the plan 5%/10m,100%, held by a person since ${next_at}.`,
  );
  expect(describePlan({ step: 1 })).toBe('smsa 1.5.0: step 2 of the plan 5%/10m,100%, the last.');
});

test('an automatic rollback says why', () => {
  const rolled_back = { version: '1.5.0', at: next_at, reason: 'It failed for 3 of 20 users' };
  expect(describeRollout({ ...status, canary: null, rolled_back })).toEqual([
    `smsa 1.5.0 was rolled back at ${next_at}: It failed for 3 of 20 users.`,
  ]);
});
