import { emailSchema } from '@portico/contract';
import { queryClient, userQuery } from '@portico/query';
import { isApiFailure, send, useForm, useTranslation } from '@portico/shared';
import { Button, FailureNotice, TextField } from '@portico/ui';
import { useState } from 'react';
import * as v from 'valibot';

/** Asks for a new e-mail, to which the server sends a code. The present one stays until the user enters it. */
export function NewAddress() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const form = useForm<'email'>({
    check: (getTyped) => ({
      email: v.is(emailSchema, getTyped('email')) ? undefined : { key: 'signin.email_invalid' },
    }),
    async send(getTyped) {
      await send('auth/address', { method: 'post', json: { email: getTyped('email').trim() } });
      await queryClient.invalidateQueries(userQuery);
    },
    findRefusedFields: (error) =>
      isApiFailure(error) && error.code.startsWith('address-')
        ? { email: { getText: () => error.message } }
        : undefined,
    fallback: 'profile.new_email_failed',
  });
  if (!isOpen) {
    return (
      <div className="portico-profile-block">
        <Button variant="plain" onClick={() => setOpen(true)}>
          {t('profile.email_change')}
        </Button>
      </div>
    );
  }
  return (
    <form className="portico-profile-block portico-profile-fields" noValidate onSubmit={form.submit}>
      <TextField
        {...form.getField('email')}
        label={t('profile.new_email')}
        type="email"
        autoComplete="email"
        autoFocus
      />
      {form.notice && <FailureNotice {...form.notice} />}
      <div className="portico-profile-actions">
        <Button variant="quiet" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
        <Button type="submit" {...form.button}>
          {t('profile.email_send_code')}
        </Button>
      </div>
    </form>
  );
}
