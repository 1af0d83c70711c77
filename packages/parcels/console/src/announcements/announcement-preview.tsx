import { type AnnouncementTexts, languageTags, locales, pickAnnouncementText } from '@portico/contract';
import type { Announcement } from '@portico/contract/administration';
import { Icon } from '@portico/ui';
import { useAnnouncementTexts } from './announcement-texts';

interface AnnouncementPreviewProps {
  readonly kind: Announcement['kind'];
  readonly texts: AnnouncementTexts;
}

/** An announcement as users of both languages see it. */
export function AnnouncementPreview({ kind, texts }: AnnouncementPreviewProps) {
  const t = useAnnouncementTexts();
  return locales.map((language) => {
    const text = pickAnnouncementText(texts, language);
    return (
      <figure key={language}>
        <figcaption>{t(`preview_${language}`)}</figcaption>
        <div className={`portico-console-announcement-banner portico-console-announcement-${kind}`}>
          <Icon name={kind === 'warning' ? 'warning' : 'info'} />
          <p lang={languageTags[text.language]}>
            <bdi>
              <strong>{text.title || '…'}</strong>
            </bdi>{' '}
            <bdi>{text.body}</bdi>
          </p>
        </div>
      </figure>
    );
  });
}
