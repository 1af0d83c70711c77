import {
  accountPart,
  newPasswordPart,
  type SignInFailure,
  sessionAtom,
  showToast,
  signInFailureOf,
  useAtomValue,
  useTranslation,
  useUnsavedChanges,
} from '@portico/shared';
import { FailureNotice, PasswordField, RuleList, useSecondsUntil } from '@portico/ui';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useFaultText } from '../form/fault';
import { FormActions } from '../form/form-actions';
import { faultsOfRefusal, faultsOfTyped, type PasswordFaults } from './password-faults';

const nothing = { current: '', next: '' };

export function UpdatePasswordSection() {
  const { t } = useTranslation();
  const { changePassword } = accountPart.get();
  const { newPasswordLimits, usePasswordRules } = newPasswordPart.get();
  const { email } = useAtomValue(sessionAtom);
  const textOf = useFaultText(newPasswordLimits);
  const id = useId();
  const fields = { current: useRef<HTMLInputElement>(null), next: useRef<HTMLInputElement>(null) };
  const [typed, setTyped] = useState(nothing);
  const [isSaving, setSaving] = useState(false);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [failure, setFailure] = useState<SignInFailure>();
  const [waitsUntil, setWaitsUntil] = useState(0);
  const secondsLeft = useSecondsUntil(waitsUntil);
  const isOnHold = secondsLeft > 0;
  const isUnchanged = typed.current === '' && typed.next === '';
  useUnsavedChanges(!isUnchanged);

  const type = (field: keyof PasswordFaults, value: string) => {
    setTyped((present) => ({ ...present, [field]: value }));
    setFaults((found) => ({ ...found, [field]: undefined }));
  };

  const showFaults = (found: PasswordFaults) => {
    setFaults(found);
    const field = fields[found.current ? 'current' : 'next'].current;
    field?.focus();
    field?.select();
  };

  const clear = () => {
    setTyped(nothing);
    setFaults({});
    // A wait goes on, whatever is typed.
    if (!isOnHold) setFailure(undefined);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving || isOnHold || isUnchanged) return;
    setFailure(undefined);
    setFaults({});
    const { current, next } = typed;
    const found = faultsOfTyped(email, current, next);
    if (found) return showFaults(found);
    setSaving(true);
    try {
      await changePassword({ current_password: current, new_password: next });
      clear();
      showToast({ type: 'success', text: t('profile.password_changed') });
    } catch (error) {
      const refused = faultsOfRefusal(error);
      if (refused) return showFaults(refused);
      const shown = signInFailureOf(error, 'recover.save_failed');
      setFailure(shown);
      setWaitsUntil(Date.now() + shown.seconds * 1000);
    } finally {
      setSaving(false);
    }
  };

  const fieldTexts = {
    required: true,
    showLabel: t('signin.show_password'),
    hideLabel: t('signin.hide_password'),
    capsLockText: t('signin.caps_lock'),
  };
  const wait = { secondsLeft, text: t('signin.wait', { seconds: secondsLeft }), overText: t('signin.wait_over') };

  return (
    <form noValidate onSubmit={submit}>
      <div className="portico-profile-block portico-profile-fields">
        <p className="portico-profile-lead">{t('profile.password_text')}</p>
        {/* For password managers alone. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...fieldTexts}
          ref={fields.current}
          label={t('profile.current_password')}
          autoComplete="current-password"
          value={typed.current}
          error={textOf(faults.current)}
          onChange={({ target }) => type('current', target.value)}
        />
        <div className="portico-profile-close">
          <PasswordField
            {...fieldTexts}
            ref={fields.next}
            label={t('recover.new_password')}
            autoComplete="new-password"
            value={typed.next}
            error={textOf(faults.next)}
            aria-describedby={`${id}-rules`}
            onChange={({ target }) => type('next', target.value)}
          />
          <RuleList id={`${id}-rules`} {...usePasswordRules(email, typed.next)} />
        </div>
        {failure && (
          <FailureNotice
            id={`${id}-failure`}
            text={failure.message || t(failure.key)}
            wait={failure.kind === 'wait' ? wait : undefined}
          />
        )}
      </div>
      <FormActions
        isUnchanged={isUnchanged}
        isSaving={isSaving}
        waitsFor={isOnHold ? `${id}-failure` : undefined}
        onCancel={clear}
      />
    </form>
  );
}
