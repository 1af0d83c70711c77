import { findWrongCredentials, signIn, signOut, useForm, usePasswordField, useTranslation } from '@portico/shared';
import { Button, CookieNotice, EmailField, FailureNotice, Modal, PasswordField } from '@portico/ui';
import { useRef, useState } from 'react';

/** Lets the same user sign in again in a dialog; the screen below keeps its input. */
export function SignInAgain({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const password = useRef<HTMLInputElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm({
    check: (getTyped) => ({ password: getTyped('password') ? undefined : { key: 'signin.password_required' } }),
    send: (getTyped) => signIn({ email, password: getTyped('password') }),
    findRefusedFields: findWrongCredentials,
    fallback: 'signin.failed',
    isBlocked: isLeaving,
  });

  const leave = () => {
    if (form.isSending) return;
    setLeaving(true);
    void signOut();
  };

  return (
    <Modal title={t('expired.title')} text={t('expired.text')} first={password}>
      <form className="portico-overlay-form" noValidate onSubmit={form.submit}>
        <CookieNotice t={t} />
        {form.notice && <FailureNotice {...form.notice} />}
        <EmailField label={t('email')} value={email} readOnly required={false} />
        <PasswordField
          {...usePasswordField()}
          {...form.getField('password')}
          ref={password}
          label={t('password')}
          autoComplete="current-password"
        >
          <Button type="submit" size="large" {...form.button}>
            {t('login')}
          </Button>
        </PasswordField>
        <Button variant="plain" isBusy={isLeaving} onClick={leave}>
          {t('expired.someone_else')}
        </Button>
      </form>
    </Modal>
  );
}
