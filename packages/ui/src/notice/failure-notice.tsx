import { Notice } from './notice';

export interface FailureNoticeProps {
  readonly text: string;
  /** How long there is to wait. It changes every second, so it is not announced again. */
  readonly countdown?: string | undefined;
  /** For the controls that the failure is about. */
  readonly id?: string;
}

/** What went wrong with a form as a whole, announced when it appears. */
export function FailureNotice({ text, countdown, id }: FailureNoticeProps) {
  return (
    <Notice kind="error" id={id}>
      {text}
      {countdown && (
        <>
          {' '}
          <span className="portico-ui-countdown" role="timer">
            {countdown}
          </span>
        </>
      )}
    </Notice>
  );
}
