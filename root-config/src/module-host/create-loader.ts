import { i18n, navigate } from '@portico/shared';

/** Delay before the loader of the content says that loading takes long, in milliseconds. */
const slowAfter = 4_000;

/** The spinner of the page's frame, with a name for screen readers. In the content, it links to `/` after a while. */
export function createLoader(): HTMLElement {
  const loader = document.createElement('div');
  loader.className = 'portico-loader';
  loader.setAttribute('role', 'status');
  loader.setAttribute('aria-label', i18n.t('loading'));
  // A weak reference, so that the timer does not keep removed loaders in memory.
  const waiting = new WeakRef(loader);
  setTimeout(() => {
    const present = waiting.deref();
    if (present?.closest('main') && !present.closest('[data-portico-parcel]') && location.pathname !== '/')
      present.append(createBackLink());
  }, slowAfter);
  return loader;
}

function createBackLink(): HTMLElement {
  const link = document.createElement('a');
  Object.assign(link, { className: 'portico-ui-link', href: '/', textContent: i18n.t('back') });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    navigate('/');
  });
  const text = document.createElement('p');
  text.append(i18n.t('still_loading'), ' ', link);
  return text;
}
