import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { findSecondFactor, type StoredFactor, takeFactorCode } from './second-factor';

/**
 * Checks a code of the second factor of a user, and uses it up. Failures count for the account and the network.
 * @throws ApiError 401 for a wrong or used code, or without a factor; TooManyTriesError
 */
export async function proveFactor(
  request: FastifyRequest,
  services: IdentityServices,
  user: User,
  code: string,
): Promise<StoredFactor> {
  const { database, listScaledAddressTries, throttle } = services;
  const accountTries = [['codeOfAccount', user.email]] as const;
  const addressTries = await listScaledAddressTries('signInFromAddress', request.ip);
  // Counts first, so that concurrent tries count.
  await throttle.count(database, [...addressTries, ...accountTries]);
  const factor = await findSecondFactor(database, user.id);
  if (factor === undefined || !(await takeFactorCode(services, factor, code)))
    throw new ApiError(401, 'second-factor-wrong');
  await throttle.refund(database, addressTries);
  await throttle.reset(database, accountTries);
  return factor;
}
