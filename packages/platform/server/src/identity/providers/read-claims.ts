import {
  type Configuration,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { Claims } from './apply-mappings';

/**
 * Reads the claims of a user from the ID token and the userinfo endpoint; the signed ones count. `undefined` without
 * either. An e-mail and its verification are of one document, and `xms_edov` counts in an ID token only.
 */
export async function readClaims(
  configuration: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  subject: string,
): Promise<Claims | undefined> {
  const identity = tokens.claims();
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (identity === undefined && !hasUserInfo) return undefined;
  const profile: Claims = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, subject) : {};
  const isSigned = identity?.email !== undefined;
  const { email, email_verified } = isSigned ? identity : profile;
  return { ...profile, ...identity, email, email_verified, xms_edov: isSigned ? identity.xms_edov : undefined };
}
