import type { ReactNode } from 'react';
import { Icon } from '../icon/icon';

export interface NoticeProps {
  /** An error interrupts what assistive technology is saying; an information waits. */
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
