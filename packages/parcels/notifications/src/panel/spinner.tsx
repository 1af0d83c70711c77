import { useTranslation } from '@portico/shared';

/** Shows that something is loading. */
export function Spinner() {
  const { t } = useTranslation();
  return <span className="portico-notifications-spinner" role="status" aria-label={t('loading')} />;
}
