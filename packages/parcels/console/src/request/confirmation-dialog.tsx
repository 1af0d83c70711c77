import {
  type ConfirmationState,
  confirmationSchema,
  confirmationStateSchema,
  passkeyRequestSchema,
} from '@portico/contract';
import { usePortal } from '@portico/module-kit';
import { Button, buttonClass, FailureNotice, Modal, ModalActions, Notice, PasswordField, TextField } from '@portico/ui';
import { askForPasskey, findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkeys';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useCommonTexts } from '../texts/common-texts';
import { useExplain } from './explain-failure';
import { createOperatorClient, type OperatorClient } from './operator-client';
import { OperatorFailure } from './operator-failure';

/** How often the dialog asks whether the user has proved it in another tab, in milliseconds. */
const pollInterval = 2000;

/** The server of the previous release knows the password only. */
const former: ConfirmationState = { confirmed_until: null, methods: ['password'], providers: [] };

/** The proofs that are typed. The dialog asks for the first one that the user has. */
const typedMethods = ['password', 'code', 'mailed-code'] as const;

/** Asks for a proof of who the user is before a dangerous step, by one of the ways that they have. */
export function ConfirmationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const t = useCommonTexts();
  const explain = useExplain();
  const portal = usePortal();
  // A client of its own: that of the console would open this dialog.
  const client = createOperatorClient(portal);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isAway, setAway] = useState(false);
  const [sentCodes, setSentCodes] = useState(0);
  const { data = former, isLoading } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => client.sendFor('/api/auth/confirmation', confirmationStateSchema),
    gcTime: 0,
    retry: false,
    ...(isAway && { refetchInterval: pollInterval }),
  });
  const { confirmed_until, methods, providers } = data;
  useEffect(() => {
    if (isAway && confirmed_until !== null) onEnd(true);
  });
  const email = portal.user?.email ?? '';
  const method = isLoading ? undefined : typedMethods.find((each) => methods.includes(each));
  const mustSend = method === 'mailed-code' && sentCodes === 0;
  const isCodeSent = method === 'mailed-code' && !mustSend;
  const typedProof =
    method === 'password' ? { password: typed } : method === 'code' ? { code: typed } : { mailed_code: typed };
  const isComplete = typed !== '' && v.is(confirmationSchema, typedProof);
  const { error, isPending, mutate, variables } = useMutation({
    async mutationFn(step: 'typed' | 'passkey' | 'send') {
      if (step === 'send') return client.send('/api/auth/confirmation/code', { method: 'POST' });
      const body = step === 'passkey' ? await proveByPasskey(client) : typedProof;
      await client.send('confirmation', { method: 'POST', body });
      return onEnd(true);
    },
    onSuccess(_result, step) {
      if (step !== 'send') return;
      setSentCodes(sentCodes + 1);
      setTyped('');
      setMissing(false);
    },
    onSettled: (_result, _error, step) => step === 'passkey' || input.current?.focus(),
  });
  const isCodeWrong = error instanceof OperatorFailure && error.code === 'code-invalid';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === undefined || isPending) return;
    if (mustSend) return mutate('send');
    setMissing(!isComplete);
    if (isComplete) mutate('typed');
    else input.current?.focus();
  };
  const cancel = () => isPending || onEnd(false);
  const field = {
    ref: input,
    value: typed,
    autoFocus: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
  };
  return (
    <Modal title={t('request.confirm')} titleSize={3} text={t('request.confirm_text')} onDismiss={cancel}>
      <form className="portico-console-form" noValidate aria-busy={isLoading} onSubmit={submit}>
        {isLoading && (
          <div className="portico-console-loading">
            <i />
          </div>
        )}
        {error && !isCodeWrong && (
          <FailureNotice text={findPasskeyProblem(error) ? t('request.passkey_failed') : explain(error)} />
        )}
        {method === 'password' && (
          <>
            {/* Password managers fill the password of this user. */}
            <input type="hidden" autoComplete="username" value={email} />
            <PasswordField
              {...field}
              label={t('request.password')}
              showLabel={t('request.show_password')}
              hideLabel={t('request.hide_password')}
              capsLockText={t('request.caps_lock')}
              autoComplete="current-password"
              error={isMissing && !isComplete ? t('request.password_missing') : undefined}
            />
          </>
        )}
        {(method === 'code' || isCodeSent) && (
          <TextField
            {...field}
            label={t('request.code')}
            hint={
              method === 'code'
                ? t('request.factor_code_hint')
                : t(sentCodes === 1 ? 'request.code_sent' : 'request.code_sent_again', { email })
            }
            inputMode={method === 'code' ? undefined : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={
              isMissing && !isComplete
                ? t(method === 'code' ? 'request.factor_code_missing' : 'request.mailed_code_missing')
                : isCodeWrong
                  ? t('request.code_wrong')
                  : undefined
            }
          />
        )}
        {isCodeSent && (
          <Button
            variant="quiet"
            isBusy={isPending && variables === 'send'}
            isOnHold={isPending}
            onClick={() => mutate('send')}
          >
            {t('request.send_again')}
          </Button>
        )}
        {methods.includes('passkey') && supportsPasskeys() && (
          <Button
            variant={method ? 'quiet' : 'primary'}
            isBusy={isPending && variables === 'passkey'}
            isOnHold={isPending}
            onClick={() => mutate('passkey')}
          >
            {t('request.use_passkey')}
          </Button>
        )}
        {isAway && <Notice kind="info">{t('request.come_back')}</Notice>}
        {providers.map(({ name, address }) => (
          <a
            key={address}
            className={buttonClass(method ? 'quiet' : 'primary')}
            href={address}
            target="_blank"
            rel="noopener"
            onClick={() => setAway(true)}
          >
            {t('request.confirm_at', { name })}
            <span className="portico-ui-hidden"> ({t('request.new_tab')})</span>
          </a>
        ))}
        <ModalActions>
          <Button variant="quiet" isOnHold={isPending} onClick={cancel}>
            {t('request.cancel')}
          </Button>
          {method && (
            <Button
              type="submit"
              isBusy={isPending && variables === (mustSend ? 'send' : 'typed')}
              isOnHold={isPending}
            >
              {t(mustSend ? 'request.send_code' : 'request.continue')}
            </Button>
          )}
        </ModalActions>
      </form>
    </Modal>
  );
}

/** Asks the browser for a passkey; throws a DOMException without one. */
async function proveByPasskey({ sendFor }: OperatorClient): Promise<object> {
  const request = await sendFor('/api/auth/passkey/options', passkeyRequestSchema, { method: 'POST' });
  return { passkey: await askForPasskey(request) };
}
