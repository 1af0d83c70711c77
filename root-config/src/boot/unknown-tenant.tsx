import { useTranslation } from '@portico/shared';
import { buttonClass, FailurePanel } from '@portico/ui';

/** Says that no tenant has this host; nothing else can be shown. */
export function UnknownTenant({ supportUrl }: { readonly supportUrl: string | undefined }) {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={1}
      title={t('failure.no_tenant_title')}
      text={t('failure.no_tenant_text', { host: location.host })}
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
