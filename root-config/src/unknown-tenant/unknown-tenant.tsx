import { useTranslation } from '@portico/shared';
import { buttonClass, FailurePanel } from '@portico/ui';

interface UnknownTenantProps {
  readonly host: string;
  readonly supportUrl: string | undefined;
}

export function UnknownTenant({ host, supportUrl }: UnknownTenantProps) {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={1}
      title={t('failure.no_tenant_title')}
      text={t('failure.no_tenant_text', { host })}
      actions={
        supportUrl && (
          <a className={buttonClass('quiet')} href={supportUrl}>
            {t('failure.support')}
          </a>
        )
      }
    />
  );
}
