import { i18n, isOfflineAtom, localeAtom, store } from '@portico/shared';

/** Shows a banner over every screen while the browser is offline. It needs no file that may still have to load. */
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
