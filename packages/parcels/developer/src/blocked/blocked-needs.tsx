import { formatNeeds, getPublishedName, joinNeeds, listNeeds } from '@portico/contract';
import { blockedNeedsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Icon, IconButton } from '@portico/ui';
import { useState } from 'react';

/** Shows what the content policy has blocked on this page, and the field of package.json that declares it. */
export function BlockedNeeds() {
  const { t } = useTranslation();
  const blocked = useAtomValue(blockedNeedsAtom);
  const [read, setRead] = useState(0);
  if (read === blocked.length) return null;
  return (
    <div className="portico-preview portico-developer-blocked" role="status">
      <Icon name="warning" />
      <div className="portico-preview-text">
        {[...new Set(blocked.map(({ source }) => source))].map((source) => {
          const needs = joinNeeds(blocked.flatMap((each) => (each.source === source ? each.need : [])));
          const names = { name: getPublishedName(source), needs: listNeeds(needs).join(', ') };
          return (
            <p key={source}>
              {t('developer.blocked', names)} <code className="portico-developer-code">{formatNeeds([needs])}</code>
            </p>
          );
        })}
      </div>
      <IconButton icon="close" label={t('developer.close')} onClick={() => setRead(blocked.length)} />
    </div>
  );
}
