import { operatorPath } from '../request/operator-client';

/** The call of an action on a person, and its command. */
export interface Step {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The changed values. Others may have changed them too since the person was read. */
  readonly body?: object;
  /** The command below `portico user`, and its words after the e-mail. */
  readonly command: readonly [name: string, ...words: string[]];
  /** It deletes or ends something. */
  readonly isDangerous?: boolean;
}

interface StepInput {
  readonly tenant: string;
  readonly email: string;
  /** The typed text. */
  readonly text: string;
  /** The session that ends. */
  readonly session: string;
}

/** Lists the actions on a person. */
export function listSteps({ tenant, email, text, session }: StepInput) {
  const path = operatorPath`tenants/${tenant}/users/${email}`;
  const [reset, address, sessions] = [`${path}/reset`, `${path}/address`, `${path}/sessions`];
  const ofSession = `${sessions}/${encodeURIComponent(session)}`;
  return {
    reset: { path: reset, method: 'POST', command: ['reset'] },
    resend: { path: reset, method: 'POST', command: ['reset'] },
    unlock: { path: `${path}/unlock`, method: 'POST', command: ['unlock'] },
    remove_factor: {
      path: `${path}/second-factor`,
      method: 'DELETE',
      command: ['remove-factor', '--yes'],
      isDangerous: true,
    },
    end_session: {
      path: ofSession,
      method: 'DELETE',
      command: ['end-sessions', '--session', session],
      isDangerous: true,
    },
    end_sessions: { path: sessions, method: 'DELETE', command: ['end-sessions'], isDangerous: true },
    rename: { path, method: 'PATCH', body: { name: text }, command: ['rename', text] },
    address: { path: address, method: 'PUT', body: { email: text }, command: ['address', text] },
    stop_address: { path: address, method: 'DELETE', command: ['address', '--stop'] },
    disable: { path, method: 'PATCH', body: { disabled: true }, command: ['disable'], isDangerous: true },
    enable: { path, method: 'PATCH', body: { disabled: false }, command: ['enable'] },
    export: { path: operatorPath`users/${email}/export`, method: 'GET', command: ['export', `${email}.json`] },
    remove: { path, method: 'DELETE', command: ['remove', '--yes'], isDangerous: true },
    delete: { path: `${path}/account`, method: 'DELETE', command: ['delete', '--yes'], isDangerous: true },
  } as const satisfies Readonly<Record<string, Step>>;
}

type Kind = keyof ReturnType<typeof listSteps>;

export type Action =
  | { readonly kind: Exclude<Kind, 'end_session'>; readonly session?: never }
  | { readonly kind: 'end_session'; readonly session: string };
