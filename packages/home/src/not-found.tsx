import { Link, useTranslation } from '@portico/shared';
import { buttonClass, FailurePanel } from '@portico/ui';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={1}
      title={t('not_found.title')}
      text={t('not_found.text')}
      actions={
        <Link className={buttonClass()} href="/">
          {t('not_found.home')}
        </Link>
      }
    />
  );
}
