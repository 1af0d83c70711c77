import {
  isApiFailure,
  Link,
  navigate,
  resetPassword,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { Button, buttonClass, EmailField, FailureNotice, PasswordField, RuleList } from '@portico/ui';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { getNativePost } from '../native-post';
import { setSignInStart } from '../sign-in-start';
import { CodeField } from './code-field';
import { LocaleInput } from './locale-input';
import type { RecoveryStart } from './recovery-start';

interface PasswordResetProps {
  readonly start: RecoveryStart;
  /** The address of the step before. */
  readonly path: string;
  readonly native: ReturnType<typeof getNativePost>;
  readonly signInPath: string;
  readonly onChangeEmail: () => void;
}

/** The mailed code and the new password, sent together. It looks the same for every address. */
export function PasswordReset({ start, path, native, signInPath, onChangeEmail }: PasswordResetProps) {
  const { t } = useTranslation();
  const { email } = start;
  const id = useId();
  const code = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [typedPassword, setTypedPassword] = useState('');
  const [isSaved, setSaved] = useState(false);
  const form = useForm<'code' | 'password'>({
    inputs: { code, password },
    check: (getTyped) => ({
      code: /^\d{6}$/.test(removeSpaces(getTyped('code'))) ? undefined : { key: 'recover.code_required' },
      password: findPasswordError(email, getTyped('password')),
    }),
    async send(getTyped) {
      await resetPassword({ email, code: removeSpaces(getTyped('code')), password: getTyped('password') });
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
    first: start,
  });
  // Typed before this script ran.
  useEffect(() => setTypedPassword(password.current?.value ?? ''), []);
  const needsPassword = !start.errors?.code && start.errors?.password !== undefined;
  const changeEmail = (event: MouseEvent) => {
    event.preventDefault();
    onChangeEmail();
  };

  return (
    <form className="portico-auth-form" {...native} noValidate onSubmit={form.submit}>
      <LocaleInput />
      <div>
        <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
          {t('recover.sent_title')}
        </h1>
        <p className="portico-ui-lead" id={`${id}-sent`}>
          {t('recover.sent', { email })}
        </p>
      </div>
      <EmailField
        name="email"
        label={t('email')}
        value={email}
        readOnly
        required={false}
        trailing={
          <a className={`${buttonClass('plain')} portico-auth-row-button`} href={path} onClick={changeEmail}>
            {t('recover.change_email')}
          </a>
        }
      />
      <CodeField
        {...form.getField('code')}
        email={email}
        describedBy={`${id}-sent`}
        defaultValue={start.code}
        autoFocus={!needsPassword}
      />
      <div className="portico-auth-new-password">
        <PasswordField
          {...usePasswordField()}
          {...form.getField('password')}
          label={t('recover.new_password')}
          autoComplete="new-password"
          autoFocus={needsPassword}
          aria-describedby={`${id}-rules`}
          onChange={({ target }) => setTypedPassword(target.value)}
        />
        <RuleList id={`${id}-rules`} {...describePasswordRules(t, email, typedPassword)} />
      </div>
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
