import { useTranslation } from '@portico/shared';

/** Says that something is on its way. */
export function Spinner() {
  const { t } = useTranslation();
  return <span className="portico-notifications-spinner" role="status" aria-label={t('loading')} />;
}
