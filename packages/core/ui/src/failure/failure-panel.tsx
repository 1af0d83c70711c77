import { type ReactNode, useEffect, useRef } from 'react';
import { ArchDrawing } from './arch-drawing';

/** The texts and actions of a failure panel. */
export interface FailurePanelProps {
  readonly title: string;
  readonly text: string;
  /** Buttons and links, the most helpful one first. */
  readonly actions?: ReactNode;
  /** Details for support, selected so that the user can copy them. */
  readonly details?: { readonly hint: string; readonly text: string } | undefined;
  /** 1 if the panel is the whole screen. */
  readonly level?: 1 | 2;
  /** `focused` if the focused element was removed; not set for a screen, which the shell announces. */
  readonly arrival?: 'announced' | 'focused' | undefined;
  /** More content, above the actions. */
  readonly children?: ReactNode;
}

/** Replaces content that failed: says what happened, and what the user can do about it. */
export function FailurePanel({ title, text, actions, details, level = 2, arrival, children }: FailurePanelProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival === 'focused') heading.current?.focus();
  }, [arrival]);
  return (
    <div className="portico-ui-failure">
      <ArchDrawing />
      <div className="portico-ui-failure-words" role={arrival === 'announced' ? 'alert' : undefined}>
        <Heading className="portico-ui-heading portico-ui-heading-2" ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        <p>{text}</p>
      </div>
      {children}
      {actions && <div className="portico-ui-failure-actions">{actions}</div>}
      {details && <Details {...details} />}
    </div>
  );
}

function Details({ hint, text }: { readonly hint: string; readonly text: string }) {
  const lines = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (lines.current) getSelection()?.selectAllChildren(lines.current);
  }, []);
  return (
    <>
      <p role="status">{hint}</p>
      <pre ref={lines}>{text}</pre>
    </>
  );
}
