import { type PagePreviews, pagePreviewsSchema } from '@portico/contract';
import { appsAtom, readPage, useAtomValue, useTranslation } from '@portico/shared';
import { Button, Icon, IconButton } from '@portico/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { leavePreviews } from './leave-previews';

const none: PagePreviews = { active: [], ended: [], isInvalid: false };

/** Shows the versions that this browser gets by preview links, and the ended ones. */
export function PreviewBadge() {
  const { t } = useTranslation();
  const [previews] = useState(() => v.parse(v.optional(pagePreviewsSchema, none), readPage().state.previews));
  const [isRead, setRead] = useState(false);
  const { active, ended, isInvalid } = previews;
  const endedNames = useVersionNames(ended.filter(({ isRevoked }) => !isRevoked));
  const revokedNames = useVersionNames(ended.filter(({ isRevoked }) => isRevoked));
  const ends = [
    endedNames && t('preview.ended', { names: endedNames }),
    revokedNames && t('preview.revoked', { names: revokedNames }),
    isInvalid && t('preview.invalid'),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {active.length > 0 && <ActivePreviews versions={active} />}
      {!isRead && ends && (
        <div className="portico-preview" role="status">
          <Icon name="warning" />
          <span className="portico-preview-text">{ends}</span>
          <IconButton icon="close" label={t('developer.close')} onClick={() => setRead(true)} />
        </div>
      )}
    </>
  );
}

function ActivePreviews({ versions }: { readonly versions: PagePreviews['active'] }) {
  const { t } = useTranslation();
  const names = useVersionNames(versions);
  return (
    <section className="portico-preview" aria-label={t('preview.title')}>
      <Icon name="eye" />
      <span className="portico-preview-text">{t('preview.badge', { names })}</span>
      <Button variant="plain" onClick={() => void leavePreviews()}>
        {t('preview.leave')}
      </Button>
    </section>
  );
}

/** Names such as "Orders 1.4.0", with the key of a module that the user does not have. */
function useVersionNames(versions: PagePreviews['active']): string {
  const apps = useAtomValue(appsAtom);
  return versions
    .map(({ module, version }) => `${apps.find((app) => app.module === module)?.name ?? module} ${version}`)
    .join(', ');
}
