import { i18n, isOfflineAtom, localeAtom, store } from '@portico/shared';

/** Says over every screen that the browser is offline, as long as it is. Needs no file that is not there already. */
export function startOfflineBanner(): void {
  const banner = document.createElement('div');
  banner.className = 'portico-offline';
  banner.dataset.portico = '';
  banner.role = 'status';
  const update = () => {
    banner.textContent = store.get(isOfflineAtom) ? i18n.t('offline') : '';
  };
  for (const atom of [isOfflineAtom, localeAtom]) store.sub(atom, update);
  update();
  document.body.append(banner);
}
