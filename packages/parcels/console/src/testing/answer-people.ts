import { answerCalls, olga } from './answer-calls';
import { openConsole } from './open-console';

/** The help desk. */
export const heloisa = { ...olga, is_operator: false, permissions: ['people.read', 'people.help'] };
const listed = { email: 'ana@portico.test', name: 'Ana', disabled: false, state: 'locked', last_sign_in_at: null };
export const administrator = { ...heloisa, permissions: ['people.read', 'people.help', 'people.manage'] };
export const refusal = {
  at: '2026-05-01T10:00:00.000Z',
  reason: 'too-many-tries',
  limit: 'signInOfAccount',
  tenant: 'smsa',
  ip: '203.0.113.7',
  browser: 'Firefox',
  system: 'Windows',
};
export const ana = {
  email: 'ana@portico.test',
  name: 'Ana',
  disabled: false,
  state: 'locked',
  created_at: '2026-01-01T00:00:00.000Z',
  locks: [{ limit: 'signInOfAccount', until: '2026-05-01T10:15:00.000Z' }],
  last_sign_in: null,
  last_refusal: refusal,
  address_change: null,
  apps: [
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: null },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: 'Drivers' },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: null, provider: 'Acme ID' },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: 'Pilots', provider: 'Acme ID' },
  ],
  sessions: [
    {
      id: 's1',
      browser: 'Firefox',
      system: 'Windows',
      ip: '203.0.113.7',
      created_at: '2026-05-01T08:00:00.000Z',
      last_used_at: '2026-05-01T09:00:00.000Z',
    },
  ],
  sign_ins: [refusal],
  is_manageable: true,
};
export const base = 'tenants/smsa/users';
export const person = `${base}/ana%40portico.test`;

/** Answers the calls of a user who sees Ana, who is locked. */
export function answerPeople(caller: object = heloisa) {
  return answerCalls({
    'GET self': { body: caller },
    [`GET ${base}`]: { body: { items: [listed], next: null } },
    [`GET ${person}`]: { body: ana },
    [`POST ${person}/unlock`]: { status: 204 },
    [`DELETE ${person}`]: { status: 204 },
    [`PATCH ${person}`]: { body: {} },
    [`DELETE ${person}/sessions/s1`]: { status: 204 },
  });
}

export const openAna = () => openConsole('/people/ana%40portico.test');
