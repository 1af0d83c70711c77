import { usePortal } from '@portico/module-kit';
import { Button, FailureNotice, Modal, ModalActions } from '@portico/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { CommandLine } from '../command-line/command-line';
import { focusHeading } from '../page/focus-heading';
import { useExplain } from '../request/explain-failure';
import type { OperatorClient } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useCommonTexts } from '../texts/common-texts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text?: string;
  /** The button that confirms, named for the action. */
  readonly confirm: string;
  /** The action deletes or ends something. */
  readonly isDangerous?: boolean | undefined;
  /** Runs on confirmation. The dialog stays open until it is done. */
  readonly action: (client: OperatorClient) => Promise<unknown>;
  /** The toast after the action. */
  readonly done?: string | undefined;
  /** The words of its command after `portico`. */
  readonly command?: readonly string[];
  /** After the action, and on Cancel. */
  readonly onClose: () => void;
  /** Fields of the action. */
  readonly children?: ReactNode;
}

/** Asks before an action, and shows why it failed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, isDangerous = false, action, done, command, onClose, children } = props;
  const t = useCommonTexts();
  const explain = useExplain();
  const cancel = useRef<HTMLButtonElement>(null);
  const portal = usePortal();
  const { error, isPending, mutate } = useChange(async (client) => {
    await action(client);
    // Here, because the change may remove the dialog.
    if (done) portal.toast({ type: 'success', text: done });
  });
  useEffect(
    () => () => {
      // The action may have removed the button that opened the dialog.
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
  const close = () => isPending || onClose();
  return (
    <Modal title={title} titleSize={3} text={text} {...(!children && { first: cancel })} onDismiss={close}>
      <form
        className="portico-console-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(undefined, { onSuccess: onClose });
        }}
      >
        {error && <FailureNotice text={explain(error)} />}
        {children}
        {command && <CommandLine words={command} />}
        <ModalActions>
          <Button variant="quiet" ref={cancel} isOnHold={isPending} onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isBusy={isPending}>
            {confirm}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
