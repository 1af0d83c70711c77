import { type ConfirmationState, mailedCodeSchema, passkeyRequestSchema } from '@portico/contract';
import { queryClient, useQuery } from '@portico/query';
import {
  callApi,
  isApiFailure,
  send,
  sessionAtom,
  useAtomValue,
  useFailure,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, FailureNotice, Modal, ModalActions, Notice, PasswordField, TextField } from '@portico/ui';
import { findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkey-problem';
import { askForPasskey } from '@portico/ui/passkeys';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Fetched, Placeholder } from '../section/fetched';
import { confirmationState } from './confirmation-state';
import { useConfirmationTexts } from './confirmation-texts';
import { MailedCodeField, sendCode } from './mailed-code-field';

/** How often the dialog asks whether the user has proved it in another tab, in milliseconds. */
const pollInterval = 2000;

/**
 * Asks the user to prove who they are, by one of the ways that they have. A provider opens in a new tab, so that the page
 * below keeps its input.
 */
export function ConfirmationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
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
  const passkey = usePasskeyProof(() => onEnd(true));
  const hasPassword = methods.includes('password');
  const hasPasskey = methods.includes('passkey') && supportsPasskeys();
  const hasFactor = methods.includes('code');
  const field = hasPassword ? 'password' : hasFactor || isCodeSent ? 'code' : undefined;

  const form = useForm<'password' | 'code'>({
    check: (getTyped) => ({
      password: field !== 'password' || getTyped('password') ? undefined : { key: 'signin.password_required' },
      code:
        field !== 'code' || hasFactor || v.is(mailedCodeSchema, getTyped('code'))
          ? undefined
          : { key: 'recover.code_required' },
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
    findRefusedFields(error) {
      if (!isApiFailure(error)) return undefined;
      if (error.code === 'wrong-password') return { password: { key: 'profile.wrong_password' } };
      return error.code === 'code-invalid' ? { code: { key: 'recover.code_invalid' } } : undefined;
    },
    fallback: 'signin.failed',
  });
  const notice = form.notice ?? passkey.failure;

  return (
    <form className="portico-profile-dialog" noValidate onSubmit={form.submit}>
      {notice && <FailureNotice {...notice} />}
      {passkey.problem && <Notice kind="info">{passkey.problem}</Notice>}
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
          <MailedCodeField {...form.getField('code')} onResent={form.clear} />
        ))}
      {isAway && <Notice kind="info">{texts('come_back')}</Notice>}
      {hasPasskey && (
        <Button variant="quiet" {...passkey.button} onClick={passkey.ask}>
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
      <ModalActions>
        <Button variant="quiet" onClick={() => onEnd(false)}>
          {t('cancel')}
        </Button>
        <Button type="submit" {...form.button}>
          {texts(field === undefined ? 'send_code' : 'continue')}
        </Button>
      </ModalActions>
    </form>
  );
}

/** Asks the browser for a passkey, and confirms the session by it. */
function usePasskeyProof(onConfirmed: () => void) {
  const texts = useConfirmationTexts();
  const failure = useFailure('signin.failed');
  const [problem, setProblem] = useState<'cancelled' | 'unsupported'>();
  const [isBusy, setBusy] = useState(false);

  const clear = () => {
    setProblem(undefined);
    failure.clear();
  };

  return {
    clear,
    async ask() {
      setBusy(true);
      clear();
      try {
        const request = await callApi('auth/passkey/options', passkeyRequestSchema, { method: 'post' });
        await confirm({ passkey: await askForPasskey(request) });
        onConfirmed();
      } catch (error) {
        const found = findPasskeyProblem(error);
        if (found) setProblem(found === 'unsupported' ? 'unsupported' : 'cancelled');
        else failure.show(error);
      }
      setBusy(false);
    },
    failure: failure.notice,
    problem: problem && texts(problem),
    button: { isBusy, ...failure.button },
  };
}

async function confirm(proof: object): Promise<void> {
  await send('auth/confirmation', { method: 'post', json: proof });
}
