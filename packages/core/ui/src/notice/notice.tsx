import type { ReactNode } from 'react';
import { Icon } from '../icon/icon';

interface NoticeProps {
  /** An error interrupts assistive technology; information does not. */
  readonly kind: 'info' | 'error';
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

/** A message about the whole form or screen, announced when it appears. */
export function Notice({ kind, id, children }: NoticeProps) {
  return (
    <div className={`portico-ui-notice portico-ui-notice-${kind}`} id={id} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind === 'error' ? 'warning' : 'info'} />
      <span>{children}</span>
    </div>
  );
}

/** The wait after too many attempts. */
interface Wait {
  readonly secondsLeft: number;
  /** The remaining time, which changes every second. Assistive technology announces it only once. */
  readonly text: string;
  /** Replaces the notice when the wait is over. */
  readonly overText: string;
}

interface FailureNoticeProps {
  readonly text: string;
  readonly wait?: Wait | undefined;
  /** For `aria-describedby` of the button that has to wait. */
  readonly id?: string | undefined;
}

/** The failure of a form as a whole, announced when it appears. */
export function FailureNotice({ text, wait, id }: FailureNoticeProps) {
  if (wait?.secondsLeft === 0) return <Notice kind="info">{wait.overText}</Notice>;
  return (
    <Notice kind="error" id={id}>
      {text}
      {wait && (
        <>
          {' '}
          <span className="portico-ui-countdown" role="timer">
            {wait.text}
          </span>
        </>
      )}
    </Notice>
  );
}
