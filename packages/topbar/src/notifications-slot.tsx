import {
  isSignedInAtom,
  type MountParcel,
  type ReportKind,
  report,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { IconButton } from '@portico/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { importParcel } from './import-parcel';
import { MenuFailure } from './menu-failure';

interface NotificationsSlotProps {
  readonly mountParcel: MountParcel;
}

/** The place of the bell, which is a parcel of its own and loads once somebody is signed in. */
export function NotificationsSlot({ mountParcel }: NotificationsSlotProps) {
  const isSignedIn = useAtomValue(isSignedInAtom);
  return isSignedIn && <NotificationsParcel mountParcel={mountParcel} />;
}

/** The parcel; while it does not load or has crashed, a bell that says so and whose press tries again. */
function NotificationsParcel({ mountParcel }: NotificationsSlotProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const [isTold, setTold] = useState(false);
  const mount = useEffectEvent((domElement: HTMLElement, onCrash: (error: unknown) => void) =>
    mountParcel(() => importParcel('@portico/notifications'), {
      domElement,
      screen: 'notifications',
      onCrash,
      mountParcel,
    }),
  );

  useEffect(() => {
    // The button that had the focus is gone, and the bell took its place.
    if (state === 'there' && tries > 1 && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus();
  }, [state, tries]);

  useEffect(() => {
    // An element of its own, which a late mount of an earlier try does not share.
    const domElement = document.createElement('div');
    place.current?.append(domElement);
    let isOver = false;
    const fail = (kind: ReportKind) => (error: unknown) => {
      if (isOver) return;
      report({ kind, source: '@portico/notifications', error });
      setState('failed');
      // The first failure shows in the bell alone: nobody has asked for anything.
      setTold(tries > 1);
    };
    setState('loading');
    setTold(false);
    const parcel = mount(domElement, fail('crash'));
    parcel.mountPromise.then(() => {
      if (!isOver) setState('there');
    }, fail('mount-error'));
    return () => {
      isOver = true;
      parcel.mountPromise
        .then(() => parcel.unmount())
        .catch(() => undefined)
        .finally(() => domElement.remove());
    };
  }, [tries]);

  const isBusy = state === 'loading' && tries > 1;
  const closeNotice = () => setTold(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what its button and its notice let through.
    <div
      className="portico-topbar-menu"
      data-portico-slot="notifications"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || closeNotice()}
      onKeyDown={({ key }) => key === 'Escape' && closeNotice()}
    >
      <div className="portico-topbar-slot" ref={place} hidden={state === 'failed' || isBusy} />
      {(state === 'failed' || isBusy) && (
        <IconButton
          icon="bell"
          label={t('notifications')}
          title={t('topbar.notifications_failed')}
          aria-busy={isBusy || undefined}
          onClick={() => isBusy || setTries(tries + 1)}
        />
      )}
      {isTold && <MenuFailure text={t('topbar.notifications_failed')} />}
    </div>
  );
}
