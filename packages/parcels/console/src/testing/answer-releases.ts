import { answerCalls, olga } from './answer-calls';

export const paulo = { ...olga, is_operator: false, permissions: ['releases.read', 'releases.manage'] };
export const orders = {
  module: 'orders',
  version: '1.0.0',
  address: '/modules/orders/1.0.0/module.js',
  since: '2026-05-01T10:00:00.000Z',
  in_rollout: false,
  checked_by: 'team',
  previous: '0.9.0',
  revision: 7,
  by: 'paulo@portico.test',
  users: 400,
  outcomes: { mounted: 360, failed: 0 },
  canary: {
    version: '1.1.0',
    address: '/modules/orders/1.1.0/module.js',
    audience: { percent: 10 },
    since: '2026-05-02T10:00:00.000Z',
    by: 'olga@portico.test',
    users: 40,
    outcomes: { mounted: 27, failed: 9 },
  },
};
export const stock = {
  module: 'stock',
  version: null,
  address: '/modules/stock.js',
  since: null,
  in_rollout: false,
  canary: null,
  rolled_back: { version: '2.0.0', at: '2026-05-02T10:00:00.000Z', reason: '5 of 20 users could not load it' },
};
export const plan = {
  steps: [{ percent: 10, seconds: 600 }, { percent: 100 }],
  step: 0,
  next_at: '2026-05-02T10:10:00.000Z',
};
export const stored = (version: string, more: object = {}) => ({
  version,
  created_at: '2026-05-02T09:00:00.000Z',
  checked_by: 'server',
  quarantined_at: null,
  files: 3,
  bytes: 12_340,
  ...more,
});
const change = {
  revision: 7,
  at: '2026-05-02T10:00:00.000Z',
  by: 'olga@portico.test',
  module: 'orders',
  action: 'canary',
  from: '1.0.0',
  to: '1.1.0',
  audience: { percent: 10 },
  reason: 'Try it',
};
export const preview = {
  id: '6f0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11',
  module: 'orders',
  version: '1.2.0',
  by: 'olga@portico.test',
  created_at: '2026-05-02T09:00:00.000Z',
  expires_at: '2026-05-09T09:00:00.000Z',
};
const otherPreview = '7a0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11';
export const base = '/api/publishing/modules';
export const ofOrders = `${base}/orders`;

/** Answers the calls of a publisher of `orders`, which has a rollout and a preview link. */
export function answerReleases(caller: object = paulo, status: object = orders) {
  return answerCalls({
    'GET self': { body: caller },
    [`GET ${base}`]: ({ query }) => ({ body: query.module === undefined ? [orders, stock] : [status] }),
    [`GET ${ofOrders}/versions`]: {
      body: {
        items: [
          stored('1.2.0'),
          stored('1.1.0'),
          stored('1.0.0'),
          stored('0.8.0', { quarantined_at: '2026-04-01T00:00:00.000Z' }),
        ],
        next: null,
      },
    },
    [`GET ${ofOrders}/vitals`]: {
      body: [{ version: '1.1.0', vitals: { LCP: { p75: 4800, visits: 80 }, CLS: { p75: 0.02, visits: 1 } } }],
    },
    'GET /api/publishing/history': { body: [change] },
    'GET /api/publishing/previews': { body: [preview, { ...preview, id: otherPreview, module: 'stock' }] },
    [`DELETE /api/publishing/previews/${preview.id}`]: { status: 204 },
    [`POST ${ofOrders}/rollback`]: { body: orders },
    [`POST ${ofOrders}/versions/1.1.0/publish`]: { body: orders },
    [`POST ${ofOrders}/hold`]: { body: orders },
    [`POST ${ofOrders}/versions/1.2.0/publish`]: { body: orders },
    'POST modules/orders/quarantine': { body: orders },
  });
}
