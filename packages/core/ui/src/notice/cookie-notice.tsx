import { findCookieHelp, lookCookieName } from '@portico/contract';
import { useSyncExternalStore } from 'react';
import { Notice } from './notice';

interface CookieNoticeProps {
  /** Translates a text. */
  readonly t: (key: 'cookies_needed' | 'cookies_help' | 'new_tab') => string;
  /** Whether the server has found out that the browser keeps no cookies. */
  readonly isShown?: boolean | undefined;
}

// Browsers apply the setting to the next page.
const subscribe = () => () => {};

/** Says that the portal needs cookies, and links to instructions, if the browser keeps none. */
export function CookieNotice({ t, isShown = false }: CookieNoticeProps) {
  // The build renders the form without knowing the browser.
  const help = useSyncExternalStore(
    subscribe,
    () => (keepsCookies() ? undefined : findCookieHelp(navigator.userAgent)),
    () => undefined,
  );
  if (!isShown && help === undefined) return null;
  return (
    <Notice kind="error">
      {t('cookies_needed')}{' '}
      <a href={help ?? findCookieHelp()} target="_blank" rel="noreferrer">
        {t('cookies_help')}
        <span className="portico-ui-hidden"> ({t('new_tab')})</span>
      </a>
    </Notice>
  );
}

/** Whether the browser keeps cookies. In Chromium, `cookieEnabled` is always true. */
function keepsCookies(): boolean {
  if (document.cookie) return true;
  // The user may have deleted those of the page while it is open.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later
  document.cookie = `${lookCookieName}=;path=/;max-age=1;samesite=lax`;
  return document.cookie !== '';
}
