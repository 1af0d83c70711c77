import type { Passkey } from '@portico/contract';
import { localeAtom, showToast, useAtomValue, useForm, useTranslation } from '@portico/shared';
import { formatDateTime, formatRelativeTime } from '@portico/shared/dates';
import { Button, FailureNotice, Modal, ModalActions, TextField } from '@portico/ui';
import { useId, useState } from 'react';
import { useConfirmation } from '../confirmation/use-confirmation';
import { ConfirmDialog } from '../form/confirm-dialog';
import { usePasskeyTexts } from './passkey-texts';
import { removePasskey, renamePasskey } from './passkeys';

/** A passkey: its name, its host if it works elsewhere, and its last use, with buttons to rename and remove it. */
export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation();
  const texts = usePasskeyTexts();
  const locale = useAtomValue(localeAtom);
  const id = useId();
  const { dialog, run } = useConfirmation();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { created_at, host, is_blocked, last_used_at, name } = passkey;
  const close = () => setOpen(undefined);

  const remove = async () => {
    await run(() => removePasskey(passkey.id));
    showToast({ type: 'success', text: texts('removed') });
  };

  return (
    <li className="portico-profile-session">
      <div className="portico-profile-session-words">
        <p className="portico-profile-session-name">
          <bdi id={`${id}-name`}>{name}</bdi>
          {host !== location.hostname && <span className="portico-profile-badge">{texts('elsewhere', { host })}</span>}
        </p>
        <p className="portico-profile-session-details">
          <time dateTime={created_at}>{texts('created', { when: formatDateTime(created_at) })}</time>
          {last_used_at === null ? (
            <span>{texts('unused')}</span>
          ) : (
            <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
              {t('profile.last_used', { when: formatRelativeTime(last_used_at, Date.now(), locale) })}
            </time>
          )}
        </p>
        {is_blocked && <p>{texts('blocked')}</p>}
      </div>
      <div className="portico-profile-actions">
        {(['rename', 'remove'] as const).map((action) => (
          <Button
            key={action}
            variant="quiet"
            id={`${id}-${action}`}
            aria-labelledby={`${id}-${action} ${id}-name`}
            onClick={() => setOpen(action)}
          >
            {texts(action)}
          </Button>
        ))}
      </div>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts('remove_title', { name })}
          text={texts('remove_text')}
          confirm={texts('remove')}
          isDangerous
          action={remove}
          fallback="signin.failed"
          onClose={close}
        />
      )}
      {dialog}
    </li>
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
      <form className="portico-profile-dialog" noValidate onSubmit={form.submit}>
        {form.notice && <FailureNotice {...form.notice} />}
        <TextField {...form.getField('name')} label={texts('name')} defaultValue={name} maxLength={60} autoFocus />
        <ModalActions>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" {...form.button}>
            {t('save')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
