import type { DeveloperBundle } from '@portico/shared';

/** Timeout in milliseconds, as for the style sheets. */
const limit = 5_000;

/** Reads the style sheets of an override from the `Link` header of its server (docs/decisions/0047). */
export const findStyles: DeveloperBundle['findStyles'] = async (address) => {
  // Without an answer there are none: the loader then reports why.
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(limit) }).catch(
    () => undefined,
  );
  // Only the header is read.
  response?.body?.cancel().catch(() => undefined);
  const found = parseLinks(response?.headers.get('Link') ?? '').filter(({ relations }) =>
    relations.includes('stylesheet'),
  );
  return found.length === 0 ? undefined : found.map(({ target }) => new URL(target, address).href);
};

/** A parameter of a link by RFC 8288: a name, and often a value, which may be quoted. */
const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*/;
const link = new RegExp(`<([^>]*)>\\s*((?:${parameter.source})*)`, 'g');

function parseLinks(header: string) {
  return [...header.matchAll(link)].map(([, target = '', parameters = '']) => {
    const found = [...parameters.matchAll(new RegExp(parameter, 'g'))];
    // The first one counts.
    const [, , quoted, plain] = found.find(([, name]) => name?.toLowerCase() === 'rel') ?? [];
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
    return { target, relations };
  });
}
