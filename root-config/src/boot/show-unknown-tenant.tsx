import { useTranslation } from '@portico/shared';
import { buttonClass, FailurePanel } from '@portico/ui';
import { showView } from '../module-host/show-view';

/** Shows in the content area that no tenant has this host. */
export function showUnknownTenant(content: HTMLElement, supportUrl: string | undefined): void {
  content.replaceChildren();
  showView(content).render(() => <UnknownTenant supportUrl={supportUrl} />);
}

function UnknownTenant({ supportUrl }: { readonly supportUrl: string | undefined }) {
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
