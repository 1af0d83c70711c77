import {
  addressAtom,
  isSignedInAtom,
  Link,
  restoreSession,
  sessionAtom,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass } from '@portico/ui';
import { useEffect, useRef, useState } from 'react';
import { AccountMenu } from './account-menu';

/** The end of the bar: the signed-in user, the link to sign in, or a retry while the session is unknown. */
export function SessionCorner() {
  const { t } = useTranslation();
  const { status } = useAtomValue(sessionAtom);
  const isSignedIn = useAtomValue(isSignedInAtom);
  const corner = useRef<HTMLDivElement>(null);
  const [isRetrying, setRetrying] = useState(false);
  const isUnknown = status === 'unreachable' || (status === 'restoring' && isRetrying);

  useEffect(() => {
    if (!isRetrying || isUnknown) return;
    setRetrying(false);
    // Another control has replaced the button that had the focus.
    if (document.activeElement === document.body) corner.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isRetrying, isUnknown]);

  const retry = async () => {
    setRetrying(true);
    await restoreSession();
  };

  return (
    <div className="portico-topbar-corner" ref={corner}>
      {isSignedIn && <AccountMenu />}
      {status === 'signed-out' && <LoginLink />}
      {isUnknown && (
        <Button variant="quiet" isBusy={status === 'restoring'} title={t('failure.cannot_reach_title')} onClick={retry}>
          {t('try_again')}
        </Button>
      )}
    </div>
  );
}

/** Leads to the sign-in form and, from there, back to the address on screen. */
function LoginLink() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useAtomValue(addressAtom);
  return (
    <Link className={buttonClass()} href={`/signin?link=${encodeURIComponent(pathname + search + hash)}`}>
      {t('login')}
    </Link>
  );
}
