import { Notice } from './notice';

/** A wait after too many tries; each text stands for itself. */
export interface Wait {
  readonly secondsLeft: number;
  /** How long there is to wait. It changes every second, so it is not announced again. */
  readonly text: string;
  /** Takes the place of everything once the wait is over. */
  readonly overText: string;
}

export interface FailureNoticeProps {
  readonly text: string;
  readonly wait?: Wait | undefined;
  /** For the button that the wait holds up. */
  readonly id?: string | undefined;
}

/** What went wrong with a form as a whole, announced when it appears. */
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
