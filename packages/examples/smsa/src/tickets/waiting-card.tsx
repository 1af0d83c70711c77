import { usePortal } from '@portico/module-kit';
import type { MouseEvent } from 'react';
import { count, useLanguage } from '../language/use-language';
import { getUpdated, useTickets } from './tickets';
import { useOtherTabs } from './use-ticket-status';

/** The tickets that wait for an answer, the oldest first: a card for the home page of the portal. */
export function WaitingCard({ basePath }: { readonly basePath: string }) {
  const { locale, text, read } = useLanguage();
  const portal = usePortal();
  useOtherTabs();
  const open = useTickets()
    .filter(({ status }) => status === 'open')
    .sort((a, b) => getUpdated(a).getTime() - getUpdated(b).getTime());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    portal.navigate(event.currentTarget.pathname);
  };
  return (
    <div className="smsa smsa-waiting" lang={locale === 'en' ? 'en' : 'pt-BR'}>
      <p className="smsa-waiting-count" role="status">
        {count(text.list.lead, open.length)}
      </p>
      <ul>
        {open.slice(0, 3).map(({ id, subject }) => (
          <li key={id}>
            <a href={`${basePath}/tickets/${id}`} onClick={follow}>
              {read(subject)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
