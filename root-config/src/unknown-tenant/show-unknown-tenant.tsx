import { createRoot } from 'react-dom/client';
import { UnknownTenant } from './unknown-tenant';

/** Says in the content area that no tenant has this host; there is nothing else to show. */
export function showUnknownTenant(content: HTMLElement, supportUrl: string | undefined): void {
  const element = document.createElement('div');
  content.replaceChildren(element);
  createRoot(element).render(<UnknownTenant host={location.host} supportUrl={supportUrl} />);
}
