import { send, useAction, useForm, useTranslation } from '@portico/shared';
import { findCodeError, findRefusedCode } from '@portico/shared/mailed-code';
import { Button, FailureNotice, TextField } from '@portico/ui';
import { useConfirmation } from '../confirmation/use-confirmation';

/** Confirms an e-mail that the user or an administrator has entered, by the code mailed to it; or keeps the present one. */
export function AddressChange({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const { dialog, run } = useConfirmation();
  // Every part of the page shows the e-mail, and the broker knows the user by it.
  const reload = () => window.location.reload();
  const form = useForm<'code'>({
    check: (getTyped) => ({ code: findCodeError(getTyped('code')) }),
    async send(getTyped) {
      const json = { code: getTyped('code') };
      await run(() => send('auth/address', { method: 'put', json }));
      reload();
    },
    findRefusedFields: findRefusedCode,
    fallback: 'profile.new_email_failed',
  });
  const keeping = useAction('profile.new_email_failed');
  const keep = async () => {
    await send('auth/address', { method: 'delete' });
    reload();
  };

  return (
    <section className="portico-profile-block portico-profile-fields" aria-label={t('profile.new_email')}>
      <p className="portico-profile-lead">{t('profile.new_email_text', { email })}</p>
      <form className="portico-profile-fields" noValidate onSubmit={form.submit}>
        <TextField
          {...form.getField('code')}
          label={t('recover.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        {form.notice && <FailureNotice {...form.notice} />}
        {keeping.notice && <FailureNotice {...keeping.notice} />}
        <div className="portico-profile-actions">
          <Button variant="quiet" {...keeping.button} onClick={() => keeping.run(keep)}>
            {t('profile.new_email_keep')}
          </Button>
          <Button type="submit" {...form.button}>
            {t('profile.new_email_confirm')}
          </Button>
        </div>
      </form>
      {dialog}
    </section>
  );
}
