import { languageTags, pickAnnouncementText } from '@portico/contract';
import { addressAtom, currentAppKeyAtom, findScreen, localeAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Icon, IconButton } from '@portico/ui';
import { createPortal } from 'react-dom';
import { useClosedBanners } from './closed-banners';
import { useBanners } from './use-banners';

/** The announcements below the top bar, one at a time: in an element of the page, because this parcel is the bell. */
export function Announcements() {
  const place = document.getElementById('portico-announcements');
  return place && createPortal(<CurrentBanner />, place);
}

function CurrentBanner() {
  const { t } = useTranslation();
  const locale = useAtomValue(localeAtom);
  const { pathname } = useAtomValue(addressAtom);
  const currentApp = useAtomValue(currentAppKeyAtom);
  const [closed, close] = useClosedBanners();
  // The current application stays current on the screens of the shell.
  const app = findScreen(pathname, 'signed-in') ? undefined : currentApp;
  const open = useBanners().filter(({ key, module }) => !closed.includes(key) && (module === null || module === app));
  const [banner] = open;
  const text = banner && pickAnnouncementText(banner.texts, locale);

  const closeBanner = (key: string) => {
    close(key);
    // The button disappears with the last one.
    if (open.length === 1) document.getElementById('portico-content')?.focus({ preventScroll: true });
  };
  return (
    <div className={banner && `portico-notifications-banner portico-notifications-banner-${banner.kind}`}>
      {/* Live regions must be in the document before there is anything to announce. */}
      <div className="portico-notifications-banner-text" role="status">
        {banner && text && (
          <>
            <Icon name={banner.kind === 'warning' ? 'warning' : 'info'} />
            <p lang={languageTags[text.language]}>
              {banner.kind === 'warning' && <span className="portico-ui-hidden">{t('toasts.warning')}: </span>}
              <bdi>
                <strong>{text.title}</strong>
              </bdi>{' '}
              <bdi>{text.body}</bdi>
            </p>
          </>
        )}
      </div>
      {banner && <IconButton icon="close" label={t('toasts.close')} onClick={() => closeBanner(banner.key)} />}
    </div>
  );
}
