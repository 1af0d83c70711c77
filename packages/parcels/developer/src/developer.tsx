import { developerRequestAtom, readPage, store, useAtomValue, useTranslation } from '@portico/shared';
import { Button, Icon, ModalActions } from '@portico/ui';
import { useEffect } from 'react';
import { BlockedNeeds } from './blocked/blocked-needs';
import { ChosenChange } from './dialog/chosen-change';
import { DeveloperDialog } from './dialog/developer-dialog';
import { LinkDialog } from './dialog/link-dialog';
import { OverridesDialog } from './dialog/overrides-dialog';
import { reloadWith, switchOn, takeReopening } from './overrides/developer-mode';
import { followDevServers } from './overrides/follow-dev-servers';
import { useOverrides } from './overrides/running-overrides';
import { PreviewBadge } from './preview/preview-badge';

/** The badges of overrides and previews, and the requested dialog. */
export function Developer() {
  const { isDeveloper } = readPage().state;
  const request = useAtomValue(developerRequestAtom);
  useEffect(() => {
    if (!store.get(developerRequestAtom) && takeReopening()) store.set(developerRequestAtom, {});
  }, []);
  return (
    <>
      <div className="portico-developer-foot">
        {isDeveloper && <Badge />}
        <PreviewBadge />
        <BlockedNeeds />
      </div>
      {request?.link !== undefined && <LinkDialog link={request.link} />}
      {request?.change && <ChosenChange change={request.change} />}
      {request &&
        !request.change &&
        request.link === undefined &&
        (isDeveloper ? <OverridesDialog /> : <SwitchOnDialog />)}
    </>
  );
}

/** Shows on every page that names are overridden, and opens the list. */
function Badge() {
  const { t } = useTranslation();
  const { length: number } = useOverrides();
  useEffect(followDevServers, []);
  if (number === 0) return null;
  return (
    <button
      type="button"
      className="portico-developer-badge"
      aria-haspopup="dialog"
      onClick={() => store.set(developerRequestAtom, {})}
    >
      <Icon name="code" />
      {t('developer.badge', { count: number })}
    </button>
  );
}

/** Explains overrides to a user whose browser has none, and switches them on. */
function SwitchOnDialog() {
  const { t } = useTranslation();
  return (
    <DeveloperDialog title={t('developer.title')}>
      <p className="portico-developer-text">{t('developer.off_text')}</p>
      <ModalActions>
        <Button onClick={() => reloadWith(switchOn, true)}>{t('developer.switch_on')}</Button>
      </ModalActions>
    </DeveloperDialog>
  );
}
