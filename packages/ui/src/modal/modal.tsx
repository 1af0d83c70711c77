import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

export interface ModalProps {
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  /** Takes the focus when it opens; without it, what comes first. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Escape was pressed, or Android's "back". Whoever draws the dialog closes it; without this no key does. */
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog for as long as it is drawn: what is under it is inert, and the focus goes back to where it was. */
export function Modal({ labelledBy, describedBy, first, onDismiss, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  const open = useEffectEvent(() => {
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
    open();
    // A browser may close it unasked, on the second Escape or on Android's "back".
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('close', reopen);
      // While it is still in the document: only closing gives the focus back.
      element.close();
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
