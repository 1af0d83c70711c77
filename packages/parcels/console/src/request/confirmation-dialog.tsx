import type { ConfirmationMethod, ConfirmationState } from '@portico/contract';
import { usePortal } from '@portico/module-kit';
import { Button, buttonClass, FailureNotice, Modal, ModalActions, Notice, PasswordField } from '@portico/ui';
import { findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkey-problem';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTexts } from '../texts/define-texts';
import { requestTexts } from '../texts/request-texts';
import { useExplain } from './explain-failure';
import { confirmCaller, proveByPasskey, readConfirmation } from './operator-client';

/** How often the dialog asks whether the user has proved it in another tab, in milliseconds. */
const pollInterval = 2000;

/** The server of the previous release knows the password only. */
const former: ConfirmationState = { confirmed_until: null, methods: ['password'], providers: [] };

/** Asks for the password, a passkey or a sign-in at a provider in a new tab, before a dangerous step. */
export function ConfirmationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const t = useTexts(requestTexts);
  const explain = useExplain();
  const portal = usePortal();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isAway, setAway] = useState(false);
  const { data: { confirmed_until, methods, providers } = former } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => readConfirmation(portal),
    gcTime: 0,
    ...(isAway && { refetchInterval: pollInterval }),
  });
  useEffect(() => {
    if (isAway && confirmed_until !== null) onEnd(true);
  });
  const hasPassword = methods.includes('password');
  const { error, isPending, mutate, variables } = useMutation({
    mutationFn: async (method: ConfirmationMethod) =>
      confirmCaller(portal, method === 'passkey' ? await proveByPasskey(portal) : { password }),
    onSuccess: () => onEnd(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '' && !isPending) mutate('password');
  };
  const cancel = () => isPending || onEnd(false);
  return (
    <Modal title={t('confirm')} titleSize={3} text={t('confirm_text')} onDismiss={cancel}>
      <form className="portico-console-form" noValidate onSubmit={submit}>
        {error && <FailureNotice text={findPasskeyProblem(error) ? t('passkey_failed') : explain(error)} />}
        {hasPassword && (
          <>
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
          </>
        )}
        {isAway && <Notice kind="info">{t('come_back')}</Notice>}
        {providers.map(({ name, address }) => (
          <a
            key={address}
            className={buttonClass(hasPassword ? 'quiet' : 'primary')}
            href={address}
            target="_blank"
            rel="noopener"
            onClick={() => setAway(true)}
          >
            {t('confirm_at', { name })}
            <span className="portico-ui-hidden"> ({t('new_tab')})</span>
          </a>
        ))}
        <ModalActions>
          <Button variant="quiet" isOnHold={isPending} onClick={cancel}>
            {t('cancel')}
          </Button>
          {methods.includes('passkey') && supportsPasskeys() && (
            <Button
              variant={hasPassword ? 'quiet' : 'primary'}
              isBusy={isPending && variables === 'passkey'}
              isOnHold={isPending}
              onClick={() => isPending || mutate('passkey')}
            >
              {t('use_passkey')}
            </Button>
          )}
          {hasPassword && (
            <Button type="submit" isBusy={isPending && variables === 'password'} isOnHold={isPending}>
              {t('continue')}
            </Button>
          )}
        </ModalActions>
      </form>
    </Modal>
  );
}
