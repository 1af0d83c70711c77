import { allTexts, createParcel, type DeveloperBundle, type MountParcel, report } from '@portico/shared';
import { Developer } from './developer';
import sheet from './developer.css';
import { openDialog } from './dialog/requested-dialog';
import { takeReopening } from './overrides/developer-mode';

const parcel = createParcel(Developer, { styles: [sheet], parts: [allTexts] });

let mounting: Promise<unknown> | undefined;

/** See DeveloperBundle. A mount that failed is tried again by the next request. */
export const showDeveloper: DeveloperBundle['showDeveloper'] = async (mountParcel, request) => {
  mounting ??= mount(mountParcel);
  try {
    await mounting;
  } catch (error) {
    mounting = undefined;
    throw error;
  }
  if (request) openDialog(request);
  else if (takeReopening()) openDialog({});
};

async function mount(mountParcel: MountParcel): Promise<void> {
  const domElement = document.createElement('div');
  domElement.id = 'portico-developer';
  // The shell's own: no module that is left takes it along.
  domElement.dataset.portico = '';
  document.body.append(domElement);
  const onCrash = (error: unknown) => report({ kind: 'crash', source: '@portico/developer', error });
  try {
    await mountParcel(async () => parcel, { domElement, screen: 'developer', onCrash, mountParcel }).mountPromise;
  } catch (error) {
    domElement.remove();
    throw error;
  }
}
