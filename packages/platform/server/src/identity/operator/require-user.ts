import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findUserByEmail, type User } from '../accounts/user-repository';

/** @throws ApiError 404 when nobody has this e-mail */
export async function requireUser(executor: Executor, email: string): Promise<User> {
  const user = await findUserByEmail(executor, email);
  if (user === undefined) throw new ApiError(404, 'user-unknown');
  return user;
}
