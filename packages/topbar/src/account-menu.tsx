import {
  accountPart,
  confirmLeaving,
  type MountParcel,
  photoAtom,
  readPage,
  sessionAtom,
  signOut,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Avatar, Icon, type IconName } from '@portico/ui';
import { useEffect, useState } from 'react';
import { LazyMenu } from './lazy-menu';
import type { MenuEntry } from './menu-props';
import { openDeveloper } from './open-developer';
import { whenIdle } from './when-idle';

/** What concerns the user: who is signed in, the profile, and the way out. */
export function AccountMenu({ mountParcel }: { readonly mountParcel: MountParcel }) {
  const { t } = useTranslation();
  const { email, name } = useAtomValue(sessionAtom);
  const photo = useAtomValue(photoAtom);
  const [isLeaving, setLeaving] = useState(false);
  // Brings the photo; without it the letter stays.
  useEffect(() => whenIdle(() => void accountPart.load().catch(() => undefined)), []);

  const leave = async () => {
    if (!(await confirmLeaving())) return;
    setLeaving(true);
    await signOut().finally(() => setLeaving(false));
  };
  const developer: MenuEntry = {
    key: 'developer',
    onSelect: () => void openDeveloper(mountParcel),
    content: entryContent('code', t('developer.title')),
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
          {name && <span className="portico-topbar-owner">{name}</span>}
          <span className="portico-topbar-email">{email}</span>
        </>
      }
      entries={[
        { key: 'profile', href: '/profile', content: entryContent('user', t('profile')) },
        ...(readPage().configuration.overrides === 'off' ? [] : [developer]),
        { key: 'logout', onSelect: leave, content: entryContent('logout', t('logout')) },
      ]}
    />
  );
}

function entryContent(icon: IconName, text: string) {
  return (
    <>
      <Icon name={icon} />
      {text}
    </>
  );
}
