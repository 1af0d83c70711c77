import {
  leaveQuestionAtom,
  type LeaveQuestion as Question,
  showToast,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, Modal, ModalActions } from '@portico/ui';
import { useEffect, useRef, useState } from 'react';

/** Asks whether to leave unsaved changes. */
export function LeaveQuestion() {
  const question = useAtomValue(leaveQuestionAtom);
  return question && <LeaveDialog {...question} />;
}

/** Escape means staying. */
function LeaveDialog({ answer, save }: Question) {
  const { t } = useTranslation();
  const stay = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);

  // Open it after a menu has closed, because the menu returns the focus to its button.
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setOpen(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  if (!isOpen) return null;
  const saveAndLeave = () => {
    setSaving(true);
    save?.().catch(() => showToast({ type: 'error', text: t('unsaved.save_failed') }));
  };
  return (
    <Modal title={t('unsaved.title')} text={t('unsaved.text')} first={stay} onDismiss={() => isSaving || answer(false)}>
      <ModalActions>
        <Button variant="quiet" ref={stay} isOnHold={isSaving} onClick={() => answer(false)}>
          {t('unsaved.stay')}
        </Button>
        <Button variant="danger" isOnHold={isSaving} onClick={() => answer(true)}>
          {t('unsaved.leave')}
        </Button>
        {save && (
          <Button isBusy={isSaving} onClick={saveAndLeave}>
            {t('unsaved.save')}
          </Button>
        )}
      </ModalActions>
    </Modal>
  );
}
