import { usePortal } from '@portico/module-kit';
import { Button, FailureNotice, Modal, ModalActions, PasswordField } from '@portico/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../texts/define-texts';
import { requestTexts } from '../texts/request-texts';
import { useExplain } from './explain-failure';
import { confirmPassword } from './operator-client';

/** Asks for the password before a dangerous step. */
export function ConfirmationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const t = useTexts(requestTexts);
  const explain = useExplain();
  const portal = usePortal();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => confirmPassword(portal, password),
    onSuccess: () => onEnd(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '' && !isPending) mutate();
  };
  const cancel = () => isPending || onEnd(false);
  return (
    <Modal title={t('confirm')} titleSize={3} text={t('confirm_text')} onDismiss={cancel}>
      <form className="portico-console-form" noValidate onSubmit={submit}>
        {error && <FailureNotice text={explain(error)} />}
        {/* Password managers fill the password of this user. */}
        <input type="hidden" autoComplete="username" value={portal.user?.email ?? ''} />
        <PasswordField
          label={t('password')}
          showLabel={t('show_password')}
          hideLabel={t('hide_password')}
          capsLockText={t('caps_lock')}
          autoComplete="current-password"
          value={password}
          error={isMissing && password === '' ? t('password_missing') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ModalActions>
          <Button variant="quiet" isOnHold={isPending} onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('continue')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
