import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { absorbSecondClick, endAbsorbing } from './absorb-second-click';

export interface ModalProps {
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  /** Takes the focus when it opens; without it, what comes first. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Escape was pressed, or Android's "back". Whoever draws the dialog closes it; without this no key does. */
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog for as long as it is drawn: what is under it is inert, also for the rest of a double click that
 * closes it, and the focus goes back to where it was.
 */
export function Modal({ labelledBy, describedBy, first, onDismiss, children }: ModalProps) {
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
    const hearClick = (event: MouseEvent) => {
      // A keyboard's has no place.
      lastClick = event.clientX > 0 || event.clientY > 0 ? event : undefined;
    };
    open();
    element.addEventListener('click', hearClick);
    // A browser may close it unasked, on the second Escape or on Android's "back".
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('close', reopen);
      // While it is still in the document: only closing gives the focus back.
      element.close();
      if (lastClick) absorbSecondClick(lastClick);
    };
  }, []);

  return (
    <dialog
      className="portico-ui-modal"
      ref={dialog}
      closedby={onDismiss ? 'closerequest' : 'none'}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
    >
      {children}
    </dialog>
  );
}
