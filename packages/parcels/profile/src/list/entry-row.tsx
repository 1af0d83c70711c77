import { localeAtom, useAtomValue, useTranslation } from '@portico/shared';
import { formatDateTime, formatRelativeTime } from '@portico/shared/dates';
import { Button } from '@portico/ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFocusAfterRemoval } from './use-focus-after-removal';

interface EntryRowProps {
  /** For the buttons of the row, whose names contain that of the entry. */
  readonly nameId: string;
  readonly name: string;
  readonly badge?: string | false;
  /** Times and other facts, side by side. */
  readonly details: ReactNode;
  /** Follows the details. */
  readonly note?: ReactNode;
  /** Buttons, and what follows from them. */
  readonly children: ReactNode;
}

/** An entry of a list under Security. */
export function EntryRow({ nameId, name, badge, details, note, children }: EntryRowProps) {
  return (
    <li className="portico-profile-session" ref={useFocusAfterRemoval<HTMLLIElement>()}>
      <div className="portico-profile-session-words">
        <p className="portico-profile-session-name">
          <bdi id={nameId}>{name}</bdi>
          {badge && <span className="portico-profile-badge">{badge}</span>}
        </p>
        <p className="portico-profile-session-details">{details}</p>
        {note}
      </div>
      {children}
    </li>
  );
}

/** A button of an entry. */
export function EntryButton({ nameId, ...button }: ComponentProps<typeof Button> & Pick<EntryRowProps, 'nameId'>) {
  const id = useId();
  return <Button variant="quiet" {...button} id={id} aria-labelledby={`${id} ${nameId}`} />;
}

/** How long ago an entry was used, with the time as a tooltip. */
export function LastUsed({ time }: { readonly time: string }) {
  const { t } = useTranslation();
  const locale = useAtomValue(localeAtom);
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {t('profile.last_used', { when: formatRelativeTime(time, Date.now(), locale) })}
    </time>
  );
}

interface Browser {
  readonly browser: string;
  readonly system: string;
}

/** Returns the name of a browser, such as "Firefox on Linux", as the server reads it from its header. */
export function useBrowserName({ browser, system }: Browser): string {
  const { t } = useTranslation();
  const known = browser || t('profile.unknown_browser');
  return system ? t('profile.session_name', { browser: known, system }) : known;
}
