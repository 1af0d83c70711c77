import { type DeveloperBundle, type FailedName, type OverrideFailure, readPage, report } from '@portico/shared';
import { mountRootParcel } from 'single-spa';
import { takeOverrideLink } from './override-link';

const source = '@portico/developer';

/**
 * Lets developers override modules, where the configuration has origins for that. Their parcel comes for a browser that
 * has switched overrides on, and for the link of `portico dev`; nobody else loads any of it.
 */
export function startDeveloper(): void {
  const { configuration, state } = readPage();
  if (configuration.overrides === 'off') return;
  const show = () => {
    const link = takeOverrideLink();
    if (link === undefined && !state.isDeveloper) return;
    importDeveloper()
      .then(({ showDeveloper }) => showDeveloper(mountRootParcel, link === undefined ? link : { link }))
      .catch((error: unknown) => report({ kind: 'mount-error', source, error }));
  };
  show();
  // In a tab where the portal is open already, the link loads no page.
  window.addEventListener('hashchange', show);
}

/** What the parcel knows about a failure; nothing, and without a file more, for everybody but developers. */
export async function explainFailure(failed: FailedName): Promise<OverrideFailure | undefined> {
  if (!readPage().state.isDeveloper) return undefined;
  // That it did not load has been reported at the start.
  const developer = await importDeveloper().catch(() => undefined);
  return developer?.explainFailure(failed);
}

function importDeveloper(): Promise<DeveloperBundle> {
  return System.import<DeveloperBundle>(source);
}
