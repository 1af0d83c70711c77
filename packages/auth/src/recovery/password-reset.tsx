import {
  isApiFailure,
  Link,
  navigate,
  newPasswordPart,
  resetPassword,
  signInFailureOf,
  type TextKey,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, EmailField, PasswordField, RuleList } from '@portico/ui';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { FormFailureNotice } from '../form-failure-notice';
import { useFormFailure } from '../use-form-failure';
import { CodeField } from './code-field';
import { rememberRecoveredEmail } from './recovered-account';

interface PasswordResetProps {
  readonly email: string;
  readonly signInPath: string;
  readonly onChangeEmail: () => void;
}

/** A text of the catalogue, or what the API said. */
type Fault = { readonly key: TextKey } | { readonly message: string };

interface Faults {
  readonly code?: Fault | undefined;
  readonly password?: Fault | undefined;
}

/** The mailed code and the new password, sent together. It looks the same for every address. */
export function PasswordReset({ email, signInPath, onChangeEmail }: PasswordResetProps) {
  const { t } = useTranslation();
  const { newPasswordErrorOf, newPasswordLimits, usePasswordRules } = newPasswordPart.get();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const newPassword = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const rules = usePasswordRules(email, password);
  const [isSaving, setSaving] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const { failure, secondsLeft, show } = useFormFailure();
  const isOnHold = secondsLeft > 0;
  useEffect(() => heading.current?.focus(), []);

  const showFaults = (found: Faults) => {
    setFaults(found);
    (found.code ? code : newPassword).current?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving || isOnHold) return;
    const digits = code.current?.value.replace(/\s/g, '') ?? '';
    const codeFault = /^\d{6}$/.test(digits) ? undefined : ({ key: 'recover.code_required' } as const);
    const passwordError = newPasswordErrorOf(email, password);
    show(undefined);
    if (codeFault || passwordError)
      return showFaults({ code: codeFault, password: passwordError && { key: passwordError } });
    setFaults({});
    setSaving(true);
    try {
      await resetPassword({ email, code: digits, password });
      rememberRecoveredEmail(email);
      navigate(signInPath);
    } catch (reason) {
      const found = faultsOf(reason);
      if (found) showFaults(found);
      else show(signInFailureOf(reason, 'recover.save_failed'));
      setSaving(false);
    }
  };

  const textOf = (fault: Fault | undefined) =>
    fault && ('key' in fault ? t(fault.key, newPasswordLimits) : fault.message);

  return (
    <form className="portico-auth-form" noValidate onSubmit={submit}>
      <div>
        <h1
          className="portico-ui-heading portico-ui-heading-1"
          tabIndex={-1}
          ref={heading}
          aria-describedby={`${id}-sent`}
        >
          {t('recover.sent_title')}
        </h1>
        <p className="portico-ui-lead" id={`${id}-sent`}>
          {t('recover.sent', { email })}
        </p>
      </div>
      <EmailField
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
        email={email}
        input={code}
        error={textOf(faults.code)}
        onInput={() => setFaults((found) => ({ ...found, code: undefined }))}
      />
      <div className="portico-auth-new-password">
        <PasswordField
          ref={newPassword}
          label={t('recover.new_password')}
          autoComplete="new-password"
          required
          showLabel={t('signin.show_password')}
          hideLabel={t('signin.hide_password')}
          capsLockText={t('signin.caps_lock')}
          value={password}
          error={textOf(faults.password)}
          aria-describedby={`${id}-rules`}
          onChange={(event) => {
            setPassword(event.target.value);
            setFaults((found) => ({ ...found, password: undefined }));
          }}
        />
        <RuleList id={`${id}-rules`} {...rules} />
      </div>
      <FormFailureNotice failure={failure} secondsLeft={secondsLeft} id={`${id}-failure`} />
      <Button
        type="submit"
        size="large"
        isBusy={isSaving}
        isOnHold={isOnHold}
        aria-describedby={isOnHold ? `${id}-failure` : undefined}
      >
        {t('save')}
      </Button>
      <Link className={buttonClass('plain')} href={signInPath}>
        {t('back')}
      </Link>
    </form>
  );
}

/** What the API has against a field, by its code; `undefined` when it is against none. */
function faultsOf(error: unknown): Faults | undefined {
  if (!isApiFailure(error)) return undefined;
  if (error.code === 'code-invalid') return { code: { key: 'recover.code_invalid' } };
  if (!error.code.startsWith('password-')) return undefined;
  return { password: error.message ? { message: error.message } : { key: 'recover.save_failed' } };
}
