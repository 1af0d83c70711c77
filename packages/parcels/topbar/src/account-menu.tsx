import {
  confirmLeaving,
  createLazy,
  developerRequestAtom,
  failedRegionsAtom,
  i18n,
  photoAtom,
  readPage,
  sessionAtom,
  showToast,
  signOutEverywhere,
  store,
  useAtomValue,
  useTranslation,
  whenIdle,
} from '@portico/shared';
import { Avatar, Icon, type IconName } from '@portico/ui';
import { useEffect, useState } from 'react';
import { LazyMenu } from './lazy-menu';
import type { MenuEntry } from './menu-props';

/** Follows the photo of the account. The letter of the user stays if this does not load. */
const account = createLazy(async () => {
  const { followAccount } = await import(/* webpackChunkName: "account" */ './account/follow-account');
  followAccount();
});

/** The menu of the account: the name of the user, the profile, and signing out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { email, name } = useAtomValue(sessionAtom);
  const photo = useAtomValue(photoAtom);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => whenIdle(() => void account.load().catch(() => undefined)), []);
  const openDeveloper = useDeveloperDialog();

  const leave = async () => {
    if (!(await confirmLeaving())) return;
    setLeaving(true);
    await signOutEverywhere().finally(() => setLeaving(false));
  };
  const developer: MenuEntry = {
    key: 'developer',
    onSelect: openDeveloper,
    ...describeEntry('code', t('developer.title')),
  };
  return (
    <LazyMenu
      label={t('account_menu')}
      button={<Avatar email={email} photo={photo} size={40} />}
      buttonClass="portico-topbar-account"
      popoverClass="portico-topbar-account-menu"
      isBusy={isLeaving}
      header={
        <>
          {name && <bdi className="portico-topbar-owner">{name}</bdi>}
          <span className="portico-topbar-email">{email}</span>
        </>
      }
      entries={[
        { key: 'profile', href: '/profile', ...describeEntry('user', t('profile')) },
        ...(readPage().configuration.overrides === 'off' ? [] : [developer]),
        { key: 'logout', onSelect: leave, ...describeEntry('logout', t('logout')) },
      ]}
    />
  );
}

function describeEntry(icon: IconName, name: string) {
  const content = (
    <>
      <Icon name={icon} />
      {name}
    </>
  );
  return { name, content };
}

/** @returns opens the developer dialog; a toast says when it does not load */
function useDeveloperDialog(): () => void {
  const { developer: retryDeveloper } = useAtomValue(failedRegionsAtom);
  useEffect(() => {
    if (!retryDeveloper || !store.get(developerRequestAtom)) return;
    store.set(developerRequestAtom, undefined);
    showToast({ type: 'error', text: i18n.t('topbar.developer_failed') });
  }, [retryDeveloper]);

  const open = () => {
    store.set(developerRequestAtom, {});
    void retryDeveloper?.();
  };
  // The menu gives the focus back to its button as it closes, and from there the dialog takes it.
  return () => requestAnimationFrame(() => requestAnimationFrame(open));
}
