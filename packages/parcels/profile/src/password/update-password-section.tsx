import type { PasswordChangeRequest } from '@portico/contract';
import { queryClient, useQuery } from '@portico/query';
import {
  addTexts,
  isApiFailure,
  send,
  sessionAtom,
  showToast,
  useAtomValue,
  useForm,
  usePasswordField,
  useTranslation,
  useUnsavedChanges,
} from '@portico/shared';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { FailureNotice, PasswordField } from '@portico/ui';
import { NewPasswordField } from '@portico/ui/new-password-field';
import { useState } from 'react';
import { confirmationState } from '../confirmation/confirmation-state';
import { useConfirmation } from '../confirmation/use-confirmation';
import { FormActions } from '../form/form-actions';
import { Fetched, Placeholder } from '../section/fetched';
import { refreshActiveSessions } from '../security/active-sessions';
import en from './locales/en.json';
import pt from './locales/pt.json';

const usePasswordTexts = addTexts('profile-password', { en, pt });

const empty = { current: '', next: '' };

export function UpdatePasswordSection() {
  return (
    <Fetched query={useQuery(confirmationState, queryClient)} placeholder={<Placeholder kind="field" count={2} />}>
      {({ methods }) => <PasswordForm hasPassword={methods.includes('password')} />}
    </Fetched>
  );
}

/** Replaces the password, or sets one for a user who has signed in without until now. */
function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const { t } = useTranslation();
  const own = usePasswordTexts();
  const { dialog, run } = useConfirmation();
  const { email } = useAtomValue(sessionAtom);
  const [typed, setTyped] = useState(empty);
  const isUnchanged = typed.current === '' && typed.next === '';
  useUnsavedChanges(!isUnchanged);
  const passwordField = usePasswordField();
  const form = useForm({
    check: (getTyped) => ({
      current: getTyped('current') || !hasPassword ? undefined : { key: 'signin.password_required' },
      next: findPasswordError(email, getTyped('next')),
    }),
    async send(getTyped) {
      const current = hasPassword && { current_password: getTyped('current') };
      await run(() => changePassword({ ...current, new_password: getTyped('next') }));
      clear();
      showToast({ type: 'success', text: t('profile.password_changed') });
    },
    findRefusedFields(error) {
      if (isApiFailure(error) && error.code === 'wrong-password') return { current: { key: 'profile.wrong_password' } };
      const refused = findRefusedPassword(error);
      return refused && { next: refused };
    },
    fallback: 'recover.save_failed',
    isBlocked: isUnchanged,
  });
  const clear = () => {
    setTyped(empty);
    form.clear();
  };

  return (
    <>
      <form noValidate onSubmit={form.submit}>
        <div className="portico-profile-block portico-profile-fields">
          <p className="portico-profile-lead">{hasPassword ? t('profile.password_text') : own('none')}</p>
          {/* Only for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {hasPassword && (
            <PasswordField
              {...passwordField}
              {...form.getField('current')}
              label={t('profile.current_password')}
              autoComplete="current-password"
              value={typed.current}
              onChange={({ target }) => setTyped((present) => ({ ...present, current: target.value }))}
            />
          )}
          <NewPasswordField
            {...passwordField}
            {...form.getField('next')}
            label={t('recover.new_password')}
            value={typed.next}
            describeRules={(password) => describePasswordRules(t, email, password)}
            onChange={({ target }) => setTyped((present) => ({ ...present, next: target.value }))}
          />
          {form.notice && <FailureNotice {...form.notice} />}
        </div>
        <FormActions
          isUnchanged={isUnchanged}
          isSaving={form.isSending}
          waitsFor={form.button['aria-describedby']}
          onCancel={clear}
        />
      </form>
      {dialog}
    </>
  );
}

/** Sets a new password; every other session of the user ends. */
async function changePassword(request: PasswordChangeRequest): Promise<void> {
  await send('auth/password', { method: 'put', json: request });
  void refreshActiveSessions();
  void queryClient.invalidateQueries(confirmationState);
}
