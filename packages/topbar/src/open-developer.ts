import { type DeveloperBundle, type MountParcel, report, showToast, translations } from '@portico/shared';
import { importBundle } from './import-bundle';

const source = '@portico/developer';

/** Opens the developer dialog, which loads for whoever asks for it; a toast says when it does not. */
export async function openDeveloper(mountParcel: MountParcel): Promise<void> {
  try {
    const { showDeveloper } = await importBundle<DeveloperBundle>(source);
    await menuClosed();
    await showDeveloper(mountParcel, {});
  } catch (error) {
    report({ kind: 'mount-error', source, error });
    showToast({ type: 'error', text: translations.t('topbar.developer_failed') });
  }
}

/** The menu gives the focus back to its button as it closes, and from there the dialog takes it. */
function menuClosed(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
