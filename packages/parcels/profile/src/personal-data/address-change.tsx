import { mailedCodeSchema } from '@portico/contract';
import { isApiFailure, send, useForm, useTranslation } from '@portico/shared';
import { Button, FailureNotice, TextField } from '@portico/ui';
import { useId } from 'react';
import * as v from 'valibot';
import { useConfirmation } from '../confirmation/use-confirmation';

/** Confirms an e-mail that the user or an administrator has entered, by the code mailed to it; or keeps the present one. */
export function AddressChange({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const { dialog, run } = useConfirmation();
  const keepId = useId();
  // Every part of the page shows the e-mail, and the broker knows the user by it.
  const reload = () => window.location.reload();
  const form = useForm<'code'>({
    check: (getTyped) => ({
      code: v.is(mailedCodeSchema, getTyped('code')) ? undefined : { key: 'recover.code_required' },
    }),
    async send(getTyped) {
      const json = { code: getTyped('code') };
      await run(() => send('auth/address', { method: 'put', json }));
      reload();
    },
    findRefusedFields: (error) =>
      isApiFailure(error) && error.code === 'code-invalid' ? { code: { key: 'recover.code_invalid' } } : undefined,
    fallback: 'profile.new_email_failed',
  });
  const keep = useForm<never>({
    check: () => ({}),
    async send() {
      await send('auth/address', { method: 'delete' });
      reload();
    },
    findRefusedFields: () => undefined,
    fallback: 'profile.new_email_failed',
  });

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
        {keep.notice && <FailureNotice {...keep.notice} />}
        <div className="portico-profile-actions">
          <Button type="submit" form={keepId} variant="quiet" {...keep.button}>
            {t('profile.new_email_keep')}
          </Button>
          <Button type="submit" {...form.button}>
            {t('profile.new_email_confirm')}
          </Button>
        </div>
      </form>
      <form id={keepId} hidden onSubmit={keep.submit} />
      {dialog}
    </section>
  );
}
