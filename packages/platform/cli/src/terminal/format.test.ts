import type { ModuleStatus } from '@portico/contract/publishing';
import { formatStatus } from './format';

const portal = 'https://portal.test';
const status: ModuleStatus = {
  module: 'smsa',
  version: '1.4.0',
  address: '/modules/smsa/1.4.0/remoteEntry.js',
  since: '2026-01-01T00:00:00.000Z',
  in_rollout: true,
  canary: null,
};
const canary = { version: '1.5.0', address: 'https://cdn.test/1.5.0/smsa.js', since: '2026-01-01T00:00:00.000Z' };

test.each<[Partial<ModuleStatus>, string]>([
  [{}, 'smsa 1.4.0 is live at https://portal.test/modules/smsa/1.4.0/remoteEntry.js.'],
  [
    { version: null, address: 'https://cdn.test/smsa.js' },
    "smsa of the shell's build is live at https://cdn.test/smsa.js.",
  ],
  [{ version: null, address: null }, 'smsa is not in the import map.'],
  [
    { canary: { ...canary, audience: { tenants: ['finouro', 'acme'] } } },
    'smsa 1.5.0 is live for finouro, acme at https://cdn.test/1.5.0/smsa.js; all other users get 1.4.0, at https://portal.test/modules/smsa/1.4.0/remoteEntry.js.',
  ],
  [
    { version: null, address: null, canary: { ...canary, audience: { percent: 10 } } },
    'smsa 1.5.0 is live for 10 % of the users at https://cdn.test/1.5.0/smsa.js; all other users get nothing.',
  ],
  [
    { users: 4, canary: { ...canary, users: 0, audience: { percent: 10 } } },
    'smsa 1.5.0 is live for 10 % of the users (nobody of 4) at https://cdn.test/1.5.0/smsa.js; all other users get 1.4.0, at https://portal.test/modules/smsa/1.4.0/remoteEntry.js.',
  ],
])('it says what is live: %j', (differing, sentence) => {
  expect(formatStatus({ ...status, ...differing }, portal)).toBe(sentence);
});
