import { useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';
import type { FormFailure } from './use-form-failure';

interface FormFailureNoticeProps extends FormFailure {
  readonly id?: string;
}

export function FormFailureNotice({ failure, secondsLeft, id }: FormFailureNoticeProps) {
  const { t } = useTranslation();
  if (!failure) return null;
  const wait = {
    secondsLeft,
    text: t('signin.wait', { seconds: secondsLeft }),
    overText: t('signin.wait_over'),
  };
  return (
    <FailureNotice id={id} text={failure.message || t(failure.key)} wait={failure.kind === 'wait' ? wait : undefined} />
  );
}
