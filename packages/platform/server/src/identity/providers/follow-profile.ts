import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { users } from '../account-tables';
import { isManageable } from '../accounts/member-repository';
import { findUserByEmail, type User } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { decodePicture, toSquarePhoto } from '../images/convert-picture';
import { storePhoto } from '../images/user-image-routes';
import { setAddress, tellBoth } from '../people/address-change';
import { endSessionsOfUser } from '../sessions/session-repository';
import { isVouchedFor } from './admit-user';
import type { Provider } from './provider-repository';
import type { ProvidedAccount } from './read-answer';

/** Timeout of a photo, in milliseconds. */
const photoTimeout = 10_000;

/** A user, and their account at a provider. */
interface ProvidedUser {
  readonly account: ProvidedAccount;
  readonly provider: Provider;
  readonly user: User;
}

/**
 * Copies the name, the verified e-mail and, after the answer, the photo of a user from their provider. An e-mail that
 * another user has, or whose domain the provider may not vouch for, is not copied. Another e-mail ends the sessions of the
 * user, whose pages listen on the topic of the former one. An account that other tenants know, or that has a role in the
 * whole portal, stays as it is.
 * @returns the user as they are now
 */
export async function followProfile(
  services: IdentityServices,
  request: FastifyRequest,
  { account, provider, user }: ProvidedUser,
): Promise<User> {
  const { background, database, now, realtime } = services;
  const { email: provided, name = user.name, picture } = account;
  if (!(await isManageable(database, user.id, provider.tenant))) return user;
  const member = { userId: user.id, tenant: provider.tenant };
  const about = { target: provider.id };
  if (picture !== undefined) background.run(() => copyPhoto(services, request, { provider, user }, picture));
  const isNew = provided !== undefined && provided !== user.email && isVouchedFor(provider, provided);
  const email = isNew && (await findUserByEmail(database, provided)) === undefined ? provided : user.email;
  if (email === user.email && name === user.name) return user;
  await database
    .transaction(async (tx) => {
      if (name !== user.name) {
        await tx.update(users).set({ name }).where(eq(users.id, user.id));
        await recordOwnAction(tx, now(), request, member, 'user-renamed', about);
      }
      if (email !== user.email) {
        await setAddress(tx, user, { email, now: now(), isReportable: true });
        await endSessionsOfUser(tx, user.id, now());
        await recordOwnAction(tx, now(), request, member, 'address-changed', about);
      }
    })
    .catch((error: unknown) => {
      // Another call changed the user meanwhile: the next sign-in copies again.
      throw error instanceof ApiError ? new ApiError(503, 'busy', { cause: error }) : error;
    });
  if (email !== user.email) {
    realtime.disconnectEndedSessions();
    background.run(() => tellBoth(services, request, user, { email, mail: 'mail.address-changed' }));
  }
  return { ...user, email, name };
}

async function copyPhoto(
  { database, decoding, now, providers }: IdentityServices,
  request: FastifyRequest,
  { provider: { issuer }, user }: Pick<ProvidedUser, 'provider' | 'user'>,
  address: string,
): Promise<void> {
  const signal = AbortSignal.timeout(photoTimeout);
  try {
    const response = await providers.fetchPicture(issuer, address, signal);
    if (!response.ok) throw new Error(`It answers ${response.status}.`);
    const content = Buffer.from(await response.arrayBuffer());
    const picture = await decodePicture(decoding, { id: user.id, signal }, () => toSquarePhoto(content));
    await storePhoto(database, user.id, picture, now());
  } catch (error) {
    // The sign-in does not need it. The address may contain a token.
    request.log.warn({ reason: String(error) }, 'The photo of a user could not be copied from their provider');
  }
}
