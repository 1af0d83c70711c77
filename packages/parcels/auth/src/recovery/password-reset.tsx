import { isApiFailure, Link, navigate, send, useForm, usePasswordField, useTranslation } from '@portico/shared';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { Button, buttonClass, EmailField, FailureNotice, Intro, PasswordField, RuleList } from '@portico/ui';
import { useId, useRef, useState } from 'react';
import { usePasskeyTexts } from '../passkeys/passkey-texts';
import { setSignInStart } from '../sign-in-start';
import { CodeField } from './code-field';

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
  const [typedPassword, setTypedPassword] = useState('');
  const [isSaved, setSaved] = useState(false);
  const [removesPasskeys, setRemovesPasskeys] = useState(false);
  const passkeyTexts = usePasskeyTexts();
  const form = useForm<'code' | 'password'>({
    check: (getTyped) => ({
      code: /^\d{6}$/.test(removeSpaces(getTyped('code'))) ? undefined : { key: 'recover.code_required' },
      password: findPasswordError(email, getTyped('password')),
    }),
    async send(getTyped) {
      const reset = { email, code: removeSpaces(getTyped('code')), password: getTyped('password') };
      const passkeys = removesPasskeys && { remove_passkeys: true };
      await send('auth/recover', { method: 'put', json: { ...reset, ...passkeys } });
      setSignInStart({ email, isRecovered: true });
      const isOnScreen = code.current !== null;
      if (!isOnScreen) return;
      setSaved(true);
      navigate(signInPath);
    },
    findRefusedFields(error) {
      if (isApiFailure(error) && error.code === 'code-invalid') return { code: { key: 'recover.code_invalid' } };
      const refused = findRefusedPassword(error);
      return refused && { password: refused };
    },
    fallback: 'recover.save_failed',
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
          <Button variant="plain" className="portico-auth-row-button" onClick={onChangeEmail}>
            {t('recover.change_email')}
          </Button>
        }
      />
      <CodeField
        {...form.getField('code')}
        ref={code}
        email={email}
        describedBy={`${id}-text`}
        onResent={form.clear}
        autoFocus
      />
      <div className="portico-auth-new-password">
        <PasswordField
          {...usePasswordField()}
          {...form.getField('password')}
          label={t('recover.new_password')}
          autoComplete="new-password"
          aria-describedby={`${id}-rules`}
          onChange={({ target }) => setTypedPassword(target.value)}
        />
        <RuleList id={`${id}-rules`} {...describePasswordRules(t, email, typedPassword)} />
      </div>
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

function removeSpaces(text: string): string {
  return text.replace(/\s/g, '');
}
