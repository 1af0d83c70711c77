import {
  type Configuration,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { Claims } from './apply-mappings';

/** Reads the claims of a user from the ID token and the userinfo endpoint; the signed ones count. `undefined` without either. */
export async function readClaims(
  configuration: Configuration,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  subject: string,
): Promise<Claims | undefined> {
  const identity = tokens.claims();
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (identity === undefined && !hasUserInfo) return undefined;
  const profile = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, subject) : {};
  return { ...profile, ...identity };
}
