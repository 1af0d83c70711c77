import {
  type DeveloperBundle,
  developerRequestAtom,
  type Entry,
  type FailedName,
  findEntry,
  type OverrideFailure,
  type ResolvedEntry,
  readPage,
  store,
} from '@portico/shared';

/** The start of the fragment by which `portico dev` asks to override a module; no server sees a fragment. */
const linkPrefix = '#portico-override=';

/** Opens the developer dialog for the link of `portico dev`, if the configuration allows overrides. */
export function followOverrideLinks(): void {
  if (readPage().configuration.overrides === 'off') return;
  const show = () => {
    const { hash, pathname, search } = location;
    if (!hash.startsWith(linkPrefix)) return;
    history.replaceState(history.state, '', pathname + search);
    store.set(developerRequestAtom, { link: hash.slice(linkPrefix.length) });
  };
  show();
  // In a tab that has the portal open already, the link does not load the page.
  window.addEventListener('hashchange', show);
}

/** Returns what the parcel adds to a failure panel; nothing for users who are not developers. */
export async function explainOverrideFailure(failed: FailedName): Promise<OverrideFailure | undefined> {
  if (!readPage().state.isDeveloper) return undefined;
  // The module host has reported that it did not load.
  const developer = await System.import<DeveloperBundle>('@portico/developer').catch(() => undefined);
  return developer?.explainOverrideFailure(failed);
}

/** How to load what is at an address. Only its source says it of an override. */
export async function resolveEntry(address: string): Promise<ResolvedEntry> {
  const reader = await loadReader(address);
  return reader ? reader.resolveEntry(address) : findEntry(address).form;
}

/** The style sheets of the entry at an address. Only its server says it of an override. */
export async function findStyles(address: string): Promise<Entry['styles']> {
  const reader = await loadReader(address);
  return reader ? reader.findStyles(address) : findEntry(address).styles;
}

/** Loads what reads an override; nothing for any other address. */
async function loadReader(address: string): Promise<DeveloperBundle | undefined> {
  const isOverride = Object.values(readPage().overrides).some((override) => address.startsWith(override));
  return isOverride ? System.import<DeveloperBundle>('@portico/developer') : undefined;
}
