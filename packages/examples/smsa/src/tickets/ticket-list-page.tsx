import { Link, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { isWritten } from './drafts';
import { useDrafts } from './drafts-provider';
import { statuses, type Ticket, updatedAt } from './ticket';
import { TicketFilters } from './ticket-filters';
import { useTickets } from './ticket-store';
import { TicketTable } from './ticket-table';

/** All tickets, latest first. The address holds the filters, so that users can share a view. */
export function TicketListPage() {
  const { text, read } = useLanguage();
  const { drafts } = useDrafts();
  const heading = useArrival();
  const tickets = useTickets();
  const [query, setQuery] = useSearchParams();
  const status = statuses.find((name) => name === query.get('state'));
  const words = (query.get('q') ?? '').toLowerCase();

  const matches = ({ id, subject, requester }: Ticket) =>
    `${id} ${read(subject)} ${requester}`.toLowerCase().includes(words.trim());
  const found = tickets.filter(matches);
  const shown = found
    .filter((ticket) => !status || ticket.status === status)
    .sort((a, b) => updatedAt(b).getTime() - updatedAt(a).getTime());

  return (
    <>
      <div className="smsa-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {text.list.title}
          </h1>
          <p className="smsa-lead">{text.list.lead(tickets.filter((ticket) => ticket.status === 'open').length)}</p>
        </div>
        <Link className="smsa-button" to="/tickets/new">
          {text.list.create}
        </Link>
      </div>
      {isWritten(drafts.ticket) && (
        <div className="smsa-notice smsa-list-notice">
          <span>{text.list.draft}</span>
          <Link className="smsa-notice-action" to="/tickets/new">
            {text.list.resume}
          </Link>
        </div>
      )}
      <TicketFilters query={query} setQuery={setQuery} status={status} tickets={found} />
      <p className="smsa-hidden" role="status">
        {text.list.found(shown.length)}
      </p>
      {shown.length > 0 ? (
        <TicketTable tickets={shown} />
      ) : (
        <div className="smsa-card smsa-empty">
          <h2>{text.list.emptyTitle}</h2>
          <p className="smsa-muted">{text.list.emptyBody}</p>
          {/* The link is removed by its own click, so the heading gets the focus. */}
          <Link className="smsa-button smsa-button-quiet" to="/" replace onClick={() => heading.current?.focus()}>
            {text.list.clear}
          </Link>
        </div>
      )}
    </>
  );
}
