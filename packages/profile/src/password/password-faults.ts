import { isApiFailure, newPasswordPart } from '@portico/shared';
import type { Fault } from '../form/fault';

export interface PasswordFaults {
  readonly current?: Fault | undefined;
  readonly next?: Fault | undefined;
}

/** What stands against sending the form; `undefined` when nothing does. */
export function faultsOfTyped(email: string, current: string, next: string): PasswordFaults | undefined {
  const error = newPasswordPart.get().newPasswordErrorOf(email, next);
  if (current && !error) return undefined;
  return {
    current: current ? undefined : { key: 'signin.password_required' },
    next: error && { key: error },
  };
}

/** What the API has against a field, by its code; `undefined` when it is against none. */
export function faultsOfRefusal(error: unknown): PasswordFaults | undefined {
  if (!isApiFailure(error)) return undefined;
  if (error.code === 'wrong-password') return { current: { key: 'profile.wrong_password' } };
  if (!error.code.startsWith('password-')) return undefined;
  return { next: error.message ? { message: error.message } : { key: 'recover.save_failed' } };
}
