import { overrideEvent } from '@portico/contract';
import {
  type DeveloperBundle,
  decodeUnreserved,
  developerRequestAtom,
  type Entry,
  findEntry,
  type ResolvedEntry,
  readPage,
  store,
} from '@portico/shared';

/**
 * The start of the fragment by which `portico dev` asks to override a module; no server sees a fragment. Without a link
 * behind it, it opens the overrides.
 */
const linkPrefix = '#portico-override=';

/** Opens the developer dialog for the link of `portico dev`, and changes overrides for the console, if the configuration allows them. */
export function followOverrideLinks(): void {
  if (readPage().configuration.overrides === 'off') return;
  const show = () => {
    const { pathname, search } = location;
    const hash = decodeUnreserved(location.hash);
    if (!hash.startsWith(linkPrefix)) return;
    history.replaceState(history.state, '', pathname + search);
    const link = hash.slice(linkPrefix.length);
    store.set(developerRequestAtom, link ? { link } : {});
  };
  show();
  // In a tab that has the portal open already, the link does not load the page.
  window.addEventListener('hashchange', show);
  window.addEventListener(overrideEvent, (event) => {
    event.preventDefault();
    if (event instanceof CustomEvent) store.set(developerRequestAtom, { change: event.detail });
  });
}

/** Finds the form of the entry at an address; an override is read from its source. */
export async function resolveEntry(address: string): Promise<ResolvedEntry> {
  const reader = await loadReader(address);
  return reader ? reader.resolveEntry(address) : findEntry(address).form;
}

/** Finds the style sheets of the entry at an address; those of an override are read from its server. */
export async function findStyles(address: string): Promise<Entry['styles']> {
  const reader = await loadReader(address);
  return reader ? reader.findStyles(address) : findEntry(address).styles;
}

/** Loads the parcel that reads an override; `undefined` for any other address. */
async function loadReader(address: string): Promise<DeveloperBundle | undefined> {
  const isOverride = Object.values(readPage().overrides).some((override) => address.startsWith(override));
  return isOverride ? System.import<DeveloperBundle>('@portico/developer') : undefined;
}
