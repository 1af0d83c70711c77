import type { Evidence } from './evidence';
import { isCodeOfAddress } from './judge-policy';

const advice =
  "a container of library type var takes publicPath: 'auto', every other module with chunks or pictures src/public-path.ts, as docs/modules.md says";

/** Where it looks for its files: beside its entry, wherever that is, and nowhere else. */
export function judgePlaces({ module, seen, loaded, missing }: Evidence): string[] {
  const lookedFor = seen.chunkLoaders.map(({ publicPath }) => publicPath).filter((path) => !path.startsWith(seen.base));
  const asked = seen.requests
    .filter(
      ({ url, kind }) => url.startsWith(`${seen.portal}/`) && ['script', 'stylesheet', 'image', 'font'].includes(kind),
    )
    .map(({ url }) => url)
    // The portal has pictures for everybody.
    .filter((url) => !/^\/(api|media)\//.test(new URL(url).pathname));
  const refused = seen.violations.filter(isCodeOfAddress).map(({ blocked }) => blocked);
  const written = loaded.filter(({ name }) => name === module.entry).flatMap(({ text }) => fixedPathsIn(text));
  // Each is the consequence of the one before.
  const elsewhere = [lookedFor, [...asked, ...refused], written].find((places) => places.length > 0) ?? [];
  const shown = (place: string) => {
    const { href, origin, pathname } = new URL(place, seen.portal);
    return origin === seen.portal ? `${pathname} of the portal` : href;
  };
  return [
    ...[...new Set(elsewhere.map(shown))].map(
      (place) => `Its public path is not automatic, it looks for its files at ${place}: ${advice}.`,
    ),
    ...missing.map((name) => `It asks for ${name}, which is not among its files.`),
  ];
}

/** What webpack writes for a public path that is an address. Of pictures there is no other trace until they are shown. */
function fixedPathsIn(entry: string): string[] {
  const written = entry.matchAll(/(?:\.p\s*=|[{,]\s*p\s*:)\s*(["'])((?:https?:\/)?\/(?:[^"']*\/)?)\1/g);
  return [...written].map(([, , address = '']) => address);
}
