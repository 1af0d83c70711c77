import type { PagePreviews } from '@portico/contract';
import type { Preview } from '../live-map/live-module';
import type { RegistryServices } from '../services';
import { findVersionLocation } from '../versions/version-repository';
import { findPreviewLink } from './preview-link-repository';
import { type PreviewToken, readPreviewToken } from './preview-token';

/** The previews of a browser, by the tokens that it has. */
export interface FoundPreviews extends Omit<PagePreviews, 'active'> {
  readonly active: readonly Preview[];
  /** The tokens of the active ones. */
  readonly tokens: readonly string[];
}

/** Finds what the tokens of a browser open now: a link expires or is revoked, and its version may be in quarantine. */
export async function findPreviews(
  services: Pick<RegistryServices, 'database' | 'now' | 'sign'>,
  texts: readonly string[],
): Promise<FoundPreviews> {
  const read = texts.map((text) => ({ text, token: readPreviewToken(services.sign, text) }));
  const found = await Promise.all(
    read.flatMap(({ text, token }) => (token ? [findPreview(services, token).then((one) => ({ text, ...one }))] : [])),
  );
  return {
    active: found.flatMap(({ location, module, version }) => (location ? [{ module, version, ...location }] : [])),
    ended: found
      .filter(({ location }) => !location)
      .map(({ isRevoked, module, version }) => ({ module, version, ...(isRevoked && { isRevoked }) })),
    isInvalid: read.some(({ token }) => token === undefined),
    tokens: found.filter(({ location }) => location).map(({ text }) => text),
  };
}

async function findPreview(
  { database, now }: Pick<RegistryServices, 'database' | 'now'>,
  { expiresAt, id, module, version }: PreviewToken,
) {
  if (now() >= expiresAt) return { module, version };
  const [location, link] = await Promise.all([
    findVersionLocation(database, module, version),
    findPreviewLink(database, id),
  ]);
  return link ? { module, version, location } : { module, version, isRevoked: true };
}
