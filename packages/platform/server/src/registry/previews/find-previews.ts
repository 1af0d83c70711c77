import type { PagePreviews } from '@portico/contract';
import type { Preview } from '../live-map/live-module';
import type { RegistryServices } from '../services';
import { findVersionLocation } from '../versions/version-repository';
import { readPreviewToken } from './preview-token';

/** The previews of a browser, by the tokens that it has. */
export interface FoundPreviews extends Omit<PagePreviews, 'active'> {
  readonly active: readonly Preview[];
  /** The tokens of the active ones. */
  readonly tokens: readonly string[];
}

/** Finds what the tokens of a browser open now: a link expires, and its version may be in quarantine or deleted. */
export async function findPreviews(
  { database, now, sign }: Pick<RegistryServices, 'database' | 'now' | 'sign'>,
  tokens: readonly string[],
): Promise<FoundPreviews> {
  const at = now();
  const read = tokens.map((text) => ({ text, token: readPreviewToken(sign, text) }));
  const found = await Promise.all(
    read.flatMap(({ text, token }) => {
      if (token === undefined) return [];
      const { module, version } = token;
      const find = async () => (at < token.expiresAt ? findVersionLocation(database, module, version) : undefined);
      return [find().then((location) => ({ text, module, version, location }))];
    }),
  );
  const active = found.flatMap(({ module, version, location }) => (location ? [{ module, version, ...location }] : []));
  const ended = found.filter(({ location }) => !location).map(({ module, version }) => ({ module, version }));
  return {
    active,
    ended,
    isInvalid: read.some(({ token }) => token === undefined),
    tokens: found.filter(({ location }) => location).map(({ text }) => text),
  };
}
