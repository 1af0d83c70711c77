import { type ConfirmationState, passkeyRequestSchema } from '@portico/contract';
import { queryClient, useQuery } from '@portico/query';
import {
  callApi,
  isApiFailure,
  send,
  sessionAtom,
  useAction,
  useAtomValue,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { findCodeError, findRefusedCode, useResend } from '@portico/shared/mailed-code';
import { Button, buttonClass, FailureNotice, Modal, Notice, PasswordField, TextField } from '@portico/ui';
import { MailedCodeField } from '@portico/ui/mailed-code-field';
import { askForPasskey, supportsPasskeys } from '@portico/ui/passkeys';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { DialogForm } from '../form/dialog-form';
import { Fetched, Placeholder } from '../section/fetched';
import { confirmationState } from './confirmation-state';
import { useConfirmationTexts } from './confirmation-texts';
import { usePasskeyAction } from './use-passkey-action';

/** How often the dialog asks whether the user has proved it in another tab, in milliseconds. */
const pollInterval = 2000;

/** Asks users to prove who they are. A provider opens in a new tab, so that the page below keeps its input. */
export function ProofDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const texts = useConfirmationTexts();
  const [isAway, setAway] = useState(false);
  const query = useQuery({ ...confirmationState, ...(isAway && { refetchInterval: pollInterval }) }, queryClient);
  const isConfirmed = isAway && typeof query.data?.confirmed_until === 'string';
  useEffect(() => {
    if (isConfirmed) onEnd(true);
  }, [isConfirmed, onEnd]);
  return (
    <Modal title={texts('title')} titleSize={3} text={texts('text')} onDismiss={() => onEnd(false)}>
      <Fetched query={query} placeholder={<Placeholder kind="field" count={1} />}>
        {({ methods, providers }) => (
          <Proofs methods={methods} providers={providers} isAway={isAway} onLeave={() => setAway(true)} onEnd={onEnd} />
        )}
      </Fetched>
    </Modal>
  );
}

interface ProofsProps extends Pick<ConfirmationState, 'methods' | 'providers'> {
  /** The user has opened a provider in another tab. */
  readonly isAway: boolean;
  readonly onLeave: () => void;
  readonly onEnd: (isConfirmed: boolean) => void;
}

function Proofs({ methods, providers, isAway, onLeave, onEnd }: ProofsProps) {
  const { t } = useTranslation();
  const texts = useConfirmationTexts();
  const { email } = useAtomValue(sessionAtom);
  const passwordField = usePasswordField();
  const [isCodeSent, setCodeSent] = useState(false);
  const passkey = usePasskeyAction('signin.failed');
  const hasPassword = methods.includes('password');
  const hasPasskey = methods.includes('passkey') && supportsPasskeys();
  const hasFactor = methods.includes('code');
  const field = hasPassword ? 'password' : hasFactor || isCodeSent ? 'code' : undefined;

  const form = useForm<'password' | 'code'>({
    check: (getTyped) => ({
      password: field !== 'password' || getTyped('password') ? undefined : { key: 'signin.password_required' },
      code: field !== 'code' || hasFactor ? undefined : findCodeError(getTyped('code')),
    }),
    async send(getTyped) {
      passkey.clear();
      if (field === undefined) {
        await sendCode();
        setCodeSent(true);
        return;
      }
      const code = getTyped('code');
      await confirm(
        field === 'password' ? { password: getTyped('password') } : hasFactor ? { code } : { mailed_code: code },
      );
      onEnd(true);
    },
    findRefusedFields: (error) =>
      isApiFailure(error) && error.code === 'wrong-password'
        ? { password: { key: 'profile.wrong_password' } }
        : findRefusedCode(error),
    fallback: 'signin.failed',
  });
  const proveByPasskey = async () => {
    form.clear();
    const request = await callApi('auth/passkey/options', passkeyRequestSchema, { method: 'post' });
    await confirm({ passkey: await askForPasskey(request) });
    onEnd(true);
  };

  return (
    <DialogForm
      form={form}
      submit={texts(field === undefined ? 'send_code' : 'continue')}
      onCancel={() => onEnd(false)}
    >
      {passkey.notice && <FailureNotice {...passkey.notice} />}
      {passkey.problem && (
        <Notice kind="info">{texts(passkey.problem === 'unsupported' ? 'unsupported' : 'cancelled')}</Notice>
      )}
      {field === 'password' && (
        <>
          {/* Only for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...passwordField}
            {...form.getField('password')}
            label={t('profile.current_password')}
            autoComplete="current-password"
            autoFocus
          />
        </>
      )}
      {field === 'code' &&
        (hasFactor ? (
          <TextField {...form.getField('code')} label={t('recover.code')} autoComplete="one-time-code" autoFocus />
        ) : (
          <CodeField {...form.getField('code')} onSent={form.clear} />
        ))}
      {isAway && <Notice kind="info">{texts('come_back')}</Notice>}
      {hasPasskey && (
        <Button variant="quiet" {...passkey.button} onClick={() => passkey.run(proveByPasskey)}>
          {texts('use_passkey')}
        </Button>
      )}
      {providers.map(({ name, address }) => (
        <a
          key={address}
          className={buttonClass('quiet')}
          href={address}
          target="_blank"
          rel="noopener"
          onClick={onLeave}
        >
          {texts('confirm_at', { name })}
          <span className="portico-ui-hidden"> ({t('new_tab')})</span>
        </a>
      ))}
    </DialogForm>
  );
}

interface CodeFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onInput'> {
  readonly onSent: () => void;
}

/** The mailed code, in an element of its own: the wait before another code starts with it. */
function CodeField({ onSent, ...field }: CodeFieldProps) {
  const { t } = useTranslation();
  const texts = useConfirmationTexts();
  const { email } = useAtomValue(sessionAtom);
  const input = useRef<HTMLInputElement>(null);
  const resend = useResend({
    t,
    action: useAction('recover.failed'),
    sendCode,
    sentText: texts('code_resent', { email }),
    onSent,
    field: input,
  });
  return (
    <MailedCodeField
      {...field}
      ref={input}
      label={t('recover.code')}
      hint={texts('code_sent', { email })}
      resend={resend}
      autoFocus
    />
  );
}

/** Mails a code to the user. It replaces an earlier one. */
async function sendCode(): Promise<void> {
  await send('auth/confirmation/code', { method: 'post' });
}

async function confirm(proof: object): Promise<void> {
  await send('auth/confirmation', { method: 'post', json: proof });
}
