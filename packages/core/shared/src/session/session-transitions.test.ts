import { parseAccessToken } from './access-token';
import { initialSessionState, type SessionEvent, type SessionState, transition } from './session-transitions';

const ana = { email: 'ana@portico.test', name: 'Ana' };
const bruno = { email: 'bruno@portico.test', name: '' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const hour = 3_600_000;

/** A token as the server issues it to this user, good for an hour from 0. */
function createToken(sub: string, stamp: string) {
  const claims = Buffer.from(JSON.stringify({ sub, iat: 0, exp: 3_600 })).toString('base64url');
  return parseAccessToken(`header.${claims}.signature`, stamp, 0);
}

type Step = (state: SessionState) => SessionEvent;
const present = ({ generation }: SessionState) => generation;
const earlier = ({ generation }: SessionState) => generation - 1;
const steps = {
  restoring: () => ({ type: 'restoring' }),
  refused: (state) => ({ type: 'refused', generation: present(state) }),
  'refused too late': (state) => ({ type: 'refused', generation: earlier(state) }),
  unreachable: (state) => ({ type: 'unreachable', generation: present(state) }),
  'unreachable too late': (state) => ({ type: 'unreachable', generation: earlier(state) }),
  'token of ana': () => ({ type: 'token-issued', accessToken: createToken('ana', 'first') }),
  'next token of ana': () => ({ type: 'token-issued', accessToken: createToken('ana', 'second') }),
  'token of bruno': () => ({ type: 'token-issued', accessToken: createToken('bruno', 'second') }),
  'opaque token': () => ({ type: 'token-issued', accessToken: parseAccessToken('opaque', 'second', 0) }),
  'shared token of ana': () => ({ type: 'token-shared', accessToken: createToken('ana', 'second') }),
  'shared token of bruno': () => ({ type: 'token-shared', accessToken: createToken('bruno', 'second') }),
  ana: (state) => ({ type: 'signed-in', generation: present(state), user: ana, apps }),
  'ana too late': (state) => ({ type: 'signed-in', generation: earlier(state), user: ana, apps }),
  bruno: (state) => ({ type: 'signed-in', generation: present(state), user: bruno, apps }),
  expired: () => ({ type: 'expired' }),
  'recheck started': () => ({ type: 'recheck-started' }),
  'recheck unanswered': (state) => ({ type: 'recheck-unanswered', generation: present(state) }),
  'recheck unanswered too late': (state) => ({ type: 'recheck-unanswered', generation: earlier(state) }),
  'signed out': () => ({ type: 'signed-out' }),
  'without apps': () => ({ type: 'signed-out', reason: 'no-applications' }),
  ended: () => ({ type: 'signed-out', reason: 'session-ended' }),
  'signed in elsewhere': () => ({ type: 'signed-in-elsewhere' }),
  'other user': (state) => ({ type: 'other-user', generation: present(state) }),
  'other user too late': (state) => ({ type: 'other-user', generation: earlier(state) }),
  renamed: () => ({ type: 'renamed', email: ana.email, name: 'Ana Prado' }),
  'another app': () => ({ type: 'apps-changed', email: ana.email, apps: [...apps, ...apps] }),
  'another app of bruno': () => ({ type: 'apps-changed', email: bruno.email, apps: [] }),
  'bruno renamed': () => ({ type: 'renamed', email: bruno.email, name: 'Bruno' }),
  woke: () => ({ type: 'woke', stamp: 'first', now: 0 }),
  'woke after an hour': () => ({ type: 'woke', stamp: 'first', now: hour }),
  'woke to another stamp': () => ({ type: 'woke', stamp: 'second', now: 0 }),
  'woke signed out': () => ({ type: 'woke', stamp: 'signed-out session', now: 0 }),
  'woke signed out unanswered': () => ({ type: 'woke', stamp: 'signed-out-unanswered session', now: 0 }),
} satisfies Record<string, Step>;

/** The state in one line: whose it is, the stamp of the token, then what the last step did and asks for. */
function walk(...names: (keyof typeof steps)[]): string {
  let state = initialSessionState;
  let outcome: string[] = [];
  for (const name of names) {
    const next = transition(state, steps[name](state));
    outcome = next ? [...next.effects, ...(next.task ? [`→ ${next.task}`] : [])] : ['no change'];
    state = next?.state ?? state;
  }
  const { status, name, reason } = state.session;
  const parts = [
    status,
    ...(name ? [name] : []),
    ...(reason ? [`(${reason})`] : []),
    ...(state.accessToken.stamp ? [`token ${state.accessToken.stamp}`] : []),
    ...(state.apps.length > 1 ? [`${state.apps.length} apps`] : []),
    ...(state.isRecheckDue ? ['recheck due'] : []),
    ...outcome,
  ];
  return parts.join(' ');
}

const signIn = ['token of ana', 'ana'] as const;
const expire = [...signIn, 'expired'] as const;
const signedIn = 'signed-in Ana token first';

test.each<[string, readonly (keyof typeof steps)[]]>([
  // Restoring
  ['restoring', ['restoring']],
  [signedIn, ['restoring', ...signIn]],
  ['signed-out forget-user', ['restoring', 'refused']],
  ['unreachable', ['restoring', 'unreachable']],
  ['restoring', ['restoring', 'unreachable', 'restoring']],
  // The page brought the session, or says that it has ended
  [signedIn, ['woke', ...signIn]],
  ['signed-out (no-applications) forget-user', ['woke', 'token of ana', 'without apps']],
  ['signed-out (session-ended) forget-user', ['woke', 'ended']],
  [`${signedIn} 2 apps`, [...signIn, 'another app']],
  [`${signedIn} no change`, [...signIn, 'another app of bruno']],
  // Signing in
  [signedIn, ['signed out', ...signIn]],
  [signedIn, [...signIn, 'signed out', ...signIn]],
  ['signed-out drop-unsaved-changes forget-user reload', [...signIn, 'signed out', 'token of bruno', 'bruno']],
  ['signed-in Ana token second', [...signIn, 'next token of ana']],
  ['signed-in Ana token second', [...signIn, 'opaque token']],
  ['signed-out drop-unsaved-changes forget-user reload', [...signIn, 'token of bruno']],
  // Expired
  ['expired Ana token first', expire],
  ['expired Ana token first no change', [...expire, 'expired']],
  ['signed-in Ana token second', [...expire, 'next token of ana', 'ana']],
  ['signed-out drop-unsaved-changes forget-user', [...expire, 'signed out']],
  ['signed-out drop-unsaved-changes forget-user reload', [...expire, 'opaque token', 'bruno']],
  ['signed-out no change', ['signed out', 'expired']],
  // Signing out
  ['signed-out drop-unsaved-changes forget-user', [...signIn, 'signed out']],
  ['signed-out forget-user', [...signIn, 'signed out', 'signed out']],
  ['signed-out forget-user', [...signIn, 'recheck unanswered', 'signed out', 'signed out']],
  // Answers to an earlier session
  ['restoring no change', ['restoring', 'restoring', 'ana too late']],
  ['restoring no change', ['restoring', 'refused too late']],
  ['signed-in Ana token first no change', ['restoring', ...signIn, 'unreachable too late']],
  ['signed-out no change', [...signIn, 'signed out', 'ana too late']],
  ['signed-out no change', [...signIn, 'signed out', 'recheck unanswered too late']],
  ['signed-in Ana token first no change', [...signIn, 'other user too late']],
  // Other tabs
  ['signed-in Ana token second', [...signIn, 'shared token of ana']],
  ['signed-in Ana token first → recheck', [...signIn, 'shared token of bruno']],
  ['expired Ana token first → recheck', [...expire, 'shared token of ana']],
  ['signed-out → restore', ['signed out', 'shared token of ana']],
  ['restoring no change', ['restoring', 'shared token of ana']],
  ['signed-in Ana token first → recheck', [...signIn, 'signed in elsewhere']],
  ['expired Ana token first → recheck', [...expire, 'signed in elsewhere']],
  ['signed-out → restore', ['signed out', 'signed in elsewhere']],
  // Rechecking
  ['signed-in Ana token first recheck due', [...signIn, 'recheck started', 'recheck unanswered']],
  [signedIn, [...signIn, 'recheck unanswered', 'recheck started']],
  [signedIn, [...expire, 'recheck started', 'ana']],
  ['signed-out drop-unsaved-changes forget-user reload', [...signIn, 'recheck started', 'bruno']],
  ['signed-out drop-unsaved-changes forget-user reload', [...signIn, 'recheck started', 'other user']],
  // The user's name
  ['signed-in Ana Prado token first', [...signIn, 'renamed']],
  ['signed-in Ana Prado token first no change', [...signIn, 'renamed', 'renamed']],
  ['signed-in Ana token first no change', [...signIn, 'bruno renamed']],
  // The user's applications
  ['signed-in Ana token first 2 apps', [...signIn, 'another app']],
  ['signed-in Ana token first no change', [...signIn, 'another app of bruno']],
  ['signed-out no change', [...signIn, 'signed out', 'another app']],
  // Waking
  ['restoring', ['woke']],
  ['unreachable → restore', ['unreachable', 'woke']],
  ['signed-out → restore', ['signed out', 'woke']],
  ['signed-out', ['signed out', 'woke', 'woke']],
  ['signed-out', ['woke', 'refused', 'woke']],
  ['signed-out', ['signed out', 'woke signed out']],
  ['signed-in Ana token first → schedule-renewal', [...signIn, 'woke']],
  ['signed-in Ana token first → renew', [...signIn, 'woke after an hour']],
  ['signed-in Ana token first → recheck', [...signIn, 'woke to another stamp']],
  ['signed-in Ana token first recheck due → recheck', [...signIn, 'recheck unanswered', 'woke']],
  ['signed-out drop-unsaved-changes forget-user', [...signIn, 'woke signed out']],
  ['signed-out drop-unsaved-changes forget-user', [...signIn, 'woke signed out unanswered']],
  ['expired Ana token first', [...expire, 'woke after an hour']],
  ['expired Ana token first → recheck', [...expire, 'woke to another stamp']],
  ['signed-out drop-unsaved-changes forget-user', [...expire, 'woke signed out']],
])('%s after %j', (expected, names) => {
  expect(walk(...names)).toBe(expected);
});

test('signing out keeps nothing of the user but the last e-mail', () => {
  const signedInState = signIn.reduce<SessionState>(
    (state, name) => transition(state, steps[name](state))?.state ?? state,
    initialSessionState,
  );
  expect(signedInState.apps).toEqual(apps);
  expect(transition(signedInState, { type: 'signed-out' })?.state).toEqual({
    ...initialSessionState,
    session: { status: 'signed-out', email: '', name: '' },
    generation: signedInState.generation + 1,
    lastEmail: ana.email,
  });
});
