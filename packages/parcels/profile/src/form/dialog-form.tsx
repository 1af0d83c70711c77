import { type useForm, useTranslation } from '@portico/shared';
import { Button, FailureNotice, ModalActions } from '@portico/ui';
import type { ReactNode } from 'react';

interface DialogFormProps {
  readonly form: Pick<ReturnType<typeof useForm<string>>, 'button' | 'notice' | 'submit'>;
  /** The button that sends the form. */
  readonly submit: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its failure, its fields, and Cancel beside the button that sends it. */
export function DialogForm({ form, submit, onCancel, children }: DialogFormProps) {
  const { t } = useTranslation();
  return (
    <form className="portico-profile-dialog" noValidate onSubmit={form.submit}>
      {form.notice && <FailureNotice {...form.notice} />}
      {children}
      <ModalActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" {...form.button}>
          {submit}
        </Button>
      </ModalActions>
    </form>
  );
}
