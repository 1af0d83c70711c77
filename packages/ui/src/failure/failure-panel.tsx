import type { ReactNode, Ref } from 'react';
import { ArchDrawing } from './arch-drawing';

export interface FailurePanelProps {
  readonly title: string;
  readonly text: string;
  /** Buttons and links, the helpful one first. */
  readonly actions?: ReactNode;
  /** What a technician would ask for. */
  readonly detail?: string | undefined;
  /** 1 where the panel is the whole screen. */
  readonly level?: 1 | 2;
  /** The heading takes the focus from a script. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** What stands in place of something that is not there: what happened, and what to do about it. */
export function FailurePanel({ title, text, actions, detail, level = 2, headingRef }: FailurePanelProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="portico-ui-failure">
      <ArchDrawing />
      <Heading className="portico-ui-heading portico-ui-heading-2" ref={headingRef} tabIndex={-1}>
        {title}
      </Heading>
      <p>{text}</p>
      {detail && <code>{detail}</code>}
      {actions && <div className="portico-ui-failure-actions">{actions}</div>}
    </div>
  );
}
