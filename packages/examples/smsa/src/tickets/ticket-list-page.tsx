import { Link, useSearchParams } from 'react-router-dom';
import { count, useLanguage } from '../language/use-language';
import { formatDate } from '../page/date';
import { focusHeading } from '../page/focus-heading';
import { isWritten, useDrafts } from './drafts';
import { PriorityMark, StatusMark } from './marks';
import { getRequester, getUpdated, type Status, statuses, type Ticket, useTickets } from './tickets';

/** All tickets, latest first. The address holds the filters, so that users can share a view. */
export function TicketListPage() {
  const { text, read } = useLanguage();
  const { drafts } = useDrafts();
  const tickets = useTickets();
  const [query] = useSearchParams();
  const status = statuses.find((name) => name === query.get('state'));
  const words = (query.get('q') ?? '').toLowerCase().trim();
  const found = tickets.filter((ticket) =>
    `${ticket.id} ${read(ticket.subject)} ${getRequester(ticket)}`.toLowerCase().includes(words),
  );
  const shown = found
    .filter((ticket) => !status || ticket.status === status)
    .sort((a, b) => getUpdated(b).getTime() - getUpdated(a).getTime());
  return (
    <>
      <div className="smsa-head">
        <div>
          <h1 tabIndex={-1}>{text.list.title}</h1>
          <p className="smsa-lead">{count(text.list.lead, tickets.filter((each) => each.status === 'open').length)}</p>
        </div>
        <Link className="smsa-button" to="/tickets/new">
          {text.list.create}
        </Link>
      </div>
      {isWritten(drafts) && (
        <div className="smsa-notice smsa-list-notice">
          <span>{text.list.draft}</span>
          <Link className="smsa-notice-action" to="/tickets/new">
            {text.list.resume}
          </Link>
        </div>
      )}
      <TicketFilters status={status} tickets={found} />
      <p className="smsa-hidden" role="status">
        {count(text.list.found, shown.length)}
      </p>
      {shown.length > 0 ? (
        <TicketTable tickets={shown} />
      ) : (
        <div className="smsa-card smsa-empty">
          <h2>{text.list.emptyTitle}</h2>
          <p className="smsa-muted">{text.list.emptyBody}</p>
          {/* The link is removed by its own click, so the heading gets the focus. */}
          <Link className="smsa-button smsa-button-quiet" to="/" replace onClick={focusHeading}>
            {text.list.clear}
          </Link>
        </div>
      )}
    </>
  );
}

/** Links to the tickets of each state, with their number, and the search field. */
function TicketFilters({ status, tickets }: { status: Status | undefined; tickets: readonly Ticket[] }) {
  const { text } = useLanguage();
  const [query, setQuery] = useSearchParams();
  const withQuery = (name: string, value = '') => {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  return (
    <div className="smsa-filters">
      <nav className="smsa-segments" aria-label={text.list.filter}>
        {[undefined, ...statuses].map((name) => (
          <Link
            key={name ?? 'all'}
            className="smsa-segment"
            to={{ search: withQuery('state', name).toString() }}
            replace
            aria-current={name === status ? 'true' : undefined}
          >
            {name ? text.status[name] : text.list.all}
            <span className="smsa-count">{tickets.filter((each) => !name || each.status === name).length}</span>
          </Link>
        ))}
      </nav>
      <input
        className="smsa-input smsa-search"
        type="search"
        aria-label={text.list.search}
        placeholder={text.list.searchHint}
        value={query.get('q') ?? ''}
        onChange={(event) => setQuery(withQuery('q', event.currentTarget.value), { replace: true })}
      />
    </div>
  );
}

/** A table on a desk, cards on a phone. */
function TicketTable({ tickets }: { tickets: readonly Ticket[] }) {
  const { text, read } = useLanguage();
  return (
    <table className="smsa-card smsa-table">
      <thead>
        <tr>
          {(['number', 'subject', 'status', 'priority', 'updated'] as const).map((column) => (
            <th key={column} scope="col">
              {text.list[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.id}>
            <td className="smsa-cell-number">{ticket.id}</td>
            <td className="smsa-cell-subject">
              <Link className="smsa-row-link" to={`/tickets/${ticket.id}`}>
                {read(ticket.subject)}
              </Link>
              <span className="smsa-muted smsa-small">{getRequester(ticket)}</span>
            </td>
            <td className="smsa-cell-status">
              <StatusMark status={ticket.status} />
            </td>
            <td className="smsa-cell-priority">
              <PriorityMark priority={ticket.priority} />
            </td>
            <td className="smsa-cell-updated">{formatDate(getUpdated(ticket))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
