import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { Intro } from '../page/intro';

interface ModalProps {
  readonly title: string;
  readonly titleSize?: 3;
  /** Says under the title what the dialog is about. */
  readonly text?: string | undefined;
  /** A button at the end of the title's row. */
  readonly close?: ReactNode;
  /** The element that gets the focus when the dialog opens; by default the first one. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Called on Escape and on Android's "back". The owner closes the dialog; without this, keys do not close it. */
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog, open while it is rendered. The second click of a double click has no effect on the page. */
export function Modal({ title, titleSize, text, close, first, onDismiss, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  const open = useEffectEvent(() => {
    endAbsorbing();
    dialog.current?.showModal();
    first?.current?.focus();
  });
  const reopen = useEffectEvent(() => {
    open();
    onDismiss?.();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    let lastClick: MouseEvent | undefined;
    const recordClick = (event: MouseEvent) => {
      // A click from the keyboard has no position.
      lastClick = event.clientX > 0 || event.clientY > 0 ? event : undefined;
    };
    open();
    element.addEventListener('click', recordClick);
    // Browsers may close it without a cancel event, on the second Escape or on Android's "back".
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('close', reopen);
      // Close it before it leaves the document: only that returns the focus.
      element.close();
      if (lastClick) absorbSecondClick(lastClick);
    };
  }, []);

  return (
    <dialog
      className="portico-ui-modal"
      ref={dialog}
      closedby={onDismiss ? 'closerequest' : 'none'}
      aria-labelledby={`${id}-title`}
      aria-describedby={text && `${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
    >
      <div className="portico-ui-modal-head">
        <Intro level={2} size={titleSize} id={id} title={title} text={text} />
        {close}
      </div>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog: first the one that changes nothing, last the main action. */
export function ModalActions({ children }: { readonly children: ReactNode }) {
  return <div className="portico-ui-modal-actions">{children}</div>;
}

/** The limits of a double click: in milliseconds, and in pixels for a thumb. */
const maxInterval = 500;
const maxDistance = 24;

const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

let stop = () => {};

/** Absorbs the second click of a double click whose first click closed a dialog. It would hit the page under the dialog. */
function absorbSecondClick(first: MouseEvent): void {
  let last = first;
  const absorb = (event: MouseEvent) => {
    if (!belongsTo(last, event)) return stop();
    last = event;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  stop();
  stop = () => {
    for (const type of types) removeEventListener(type, absorb, true);
  };
  for (const type of types) addEventListener(type, absorb, true);
}

/** Stops absorbing: a dialog that opened meanwhile has to get the clicks. */
function endAbsorbing(): void {
  stop();
}

function belongsTo(last: MouseEvent, event: MouseEvent): boolean {
  const distance = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
  return event.timeStamp - last.timeStamp < maxInterval && distance < maxDistance;
}
