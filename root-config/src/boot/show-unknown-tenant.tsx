import { i18n } from '@portico/shared';
import { showView } from '../module-host/show-view';

/** Shows in the content area that no tenant has this host. */
export function showUnknownTenant(content: HTMLElement, supportUrl: string | undefined): void {
  const title = i18n.t('failure.no_tenant_title');
  content.replaceChildren();
  const view = showView(content, { title, onRetry: () => location.reload() });
  view.render(({ UnknownTenant }) => <UnknownTenant supportUrl={supportUrl} />);
}
