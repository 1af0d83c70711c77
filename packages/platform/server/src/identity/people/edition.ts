import { createHash } from 'node:crypto';
import { ApiError } from '../../http/api-error';
import type { User } from '../accounts/user-repository';

/** Returns the edition of what the console changes of a user. Each change makes another one. */
export function getEdition({ disabledAt, email, name }: User): string {
  return createHash('sha256')
    .update(JSON.stringify([email, name, disabledAt]))
    .digest('base64url')
    .slice(0, 16);
}

/** @throws ApiError 409 if the user has changed since the caller read this edition; callers without one do not mind */
export function requireEdition(user: User, edition: string | undefined): void {
  if (edition !== undefined && edition !== getEdition(user)) throw new ApiError(409, 'user-changed');
}
