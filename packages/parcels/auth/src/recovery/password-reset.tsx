import { Link, navigate, send, useAction, useForm, usePasswordField, useTranslation } from '@portico/shared';
import { findCodeError, findRefusedCode, useResend } from '@portico/shared/mailed-code';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { Button, buttonClass, EmailField, FailureNotice, Intro } from '@portico/ui';
import { MailedCodeField } from '@portico/ui/mailed-code-field';
import { NewPasswordField } from '@portico/ui/new-password-field';
import { useId, useRef, useState } from 'react';
import { usePasskeyTexts } from '../passkeys/passkey-texts';
import { setSignInStart } from '../sign-in-start';

interface PasswordResetProps {
  readonly email: string;
  readonly signInPath: string;
  readonly onChangeEmail: () => void;
}

/** The mailed code and the new password, sent together. It looks the same for every address. */
export function PasswordReset({ email, signInPath, onChangeEmail }: PasswordResetProps) {
  const { t } = useTranslation();
  const id = useId();
  const code = useRef<HTMLInputElement>(null);
  const [isSaved, setSaved] = useState(false);
  const [removesPasskeys, setRemovesPasskeys] = useState(false);
  const passkeyTexts = usePasskeyTexts();
  const form = useForm<'code' | 'password'>({
    check: (getTyped) => ({
      code: findCodeError(getTyped('code')),
      password: findPasswordError(email, getTyped('password')),
    }),
    async send(getTyped) {
      const reset = { email, code: getTyped('code'), password: getTyped('password') };
      const passkeys = removesPasskeys && { remove_passkeys: true };
      await send('auth/recover', { method: 'put', json: { ...reset, ...passkeys } });
      setSignInStart({ email, isRecovered: true });
      const isOnScreen = code.current !== null;
      if (!isOnScreen) return;
      setSaved(true);
      navigate(signInPath);
    },
    findRefusedFields(error) {
      const password = findRefusedPassword(error);
      return findRefusedCode(error) ?? (password && { password });
    },
    fallback: 'recover.save_failed',
  });
  const resend = useResend({
    t,
    action: useAction('recover.failed'),
    sendCode: () => send('auth/recover', { method: 'post', json: { email } }),
    sentText: t('recover.resent', { email }),
    onSent: form.clear,
    field: code,
  });

  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} id={id} title={t('recover.sent_title')} text={t('recover.sent', { email })} />
      <EmailField
        name="email"
        label={t('email')}
        value={email}
        readOnly
        required={false}
        trailing={
          <Button variant="plain" className="portico-ui-row-button" onClick={onChangeEmail}>
            {t('recover.change_email')}
          </Button>
        }
      />
      <MailedCodeField
        {...form.getField('code')}
        ref={code}
        label={t('recover.code')}
        aria-describedby={`${id}-text`}
        resend={resend}
        autoFocus
      />
      <NewPasswordField
        {...usePasswordField()}
        {...form.getField('password')}
        label={t('recover.new_password')}
        describeRules={(password) => describePasswordRules(t, email, password)}
      />
      <label className="portico-auth-check">
        <input
          type="checkbox"
          checked={removesPasskeys}
          onChange={({ target }) => setRemovesPasskeys(target.checked)}
        />
        {passkeyTexts('remove_lost')}
      </label>
      {form.notice && <FailureNotice {...form.notice} />}
      {/* After a success it stays busy until the route changes. */}
      <Button type="submit" size="large" {...form.button} isBusy={form.isSending || isSaved}>
        {t('save')}
      </Button>
      <Link className={buttonClass('plain')} href={signInPath}>
        {t('back')}
      </Link>
    </form>
  );
}
