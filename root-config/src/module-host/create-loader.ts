import { translations } from '@portico/shared';

/** The red spinner of the page's frame, with a name for screen readers. */
export function createLoader(): HTMLElement {
  const loader = document.createElement('div');
  loader.className = 'portico-loader';
  loader.setAttribute('role', 'status');
  loader.setAttribute('aria-label', translations.t('loading'));
  return loader;
}
