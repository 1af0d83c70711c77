import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly labelledBy: string;
  readonly describedBy: string;
  /** Takes the focus when it opens. */
  readonly first: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/**
 * A native modal dialog for as long as it is drawn: what is under it is inert, no key closes it, and the focus goes back
 * to where it was.
 */
export function Modal({ labelledBy, describedBy, first, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const open = () => {
      element.showModal();
      first.current?.focus();
    };
    open();
    // A browser may close it all the same, on the second Escape or on Android's "back".
    element.addEventListener('close', open);
    return () => {
      element.removeEventListener('close', open);
      // While it is still in the document: only closing gives the focus back.
      element.close();
    };
  }, [first]);

  return (
    <dialog
      className="portico-overlay-modal"
      ref={dialog}
      closedby="none"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  );
}
