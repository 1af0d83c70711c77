import type { Passkey } from '@portico/contract';
import { useForm, useTranslation } from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { Modal, TextField } from '@portico/ui';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../confirmation/confirm-dialog';
import { DialogForm } from '../form/dialog-form';
import { EntryButton, EntryRow, LastUsed } from '../list/entry-row';
import { usePasskeyTexts } from './passkey-texts';
import { removePasskey, renamePasskey } from './passkeys';

/** A passkey: its name, its host if it works elsewhere, and its last use, with buttons to rename and remove it. */
export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const texts = usePasskeyTexts();
  const nameId = useId();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { created_at, host, is_blocked, last_used_at, name } = passkey;
  const close = () => setOpen(undefined);

  return (
    <EntryRow
      nameId={nameId}
      name={name}
      badge={host !== location.hostname && texts('elsewhere', { host })}
      details={
        <>
          <time dateTime={created_at}>{texts('created', { when: formatDateTime(created_at) })}</time>
          {last_used_at === null ? <span>{texts('unused')}</span> : <LastUsed time={last_used_at} />}
        </>
      }
      note={is_blocked && <p>{texts('blocked')}</p>}
    >
      <div className="portico-profile-actions">
        {(['rename', 'remove'] as const).map((action) => (
          <EntryButton key={action} nameId={nameId} onClick={() => setOpen(action)}>
            {texts(action)}
          </EntryButton>
        ))}
      </div>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts('remove_title', { name })}
          text={texts('remove_text')}
          confirm={texts('remove')}
          isDangerous
          action={() => removePasskey(passkey.id)}
          done={texts('removed')}
          fallback="signin.failed"
          onClose={close}
        />
      )}
    </EntryRow>
  );
}

interface RenameDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const texts = usePasskeyTexts();
  const form = useForm<'name'>({
    check: (getTyped) => ({
      name: getTyped('name').trim() === '' ? { getText: () => texts('name_missing') } : undefined,
    }),
    async send(getTyped) {
      await renamePasskey(id, getTyped('name'));
      onClose();
    },
    fallback: 'profile.save_failed',
  });
  return (
    <Modal title={texts('rename_title')} titleSize={3} onDismiss={onClose}>
      <DialogForm form={form} submit={t('save')} onCancel={onClose}>
        <TextField {...form.getField('name')} label={texts('name')} defaultValue={name} maxLength={60} autoFocus />
      </DialogForm>
    </Modal>
  );
}
