import { Link, type SetURLSearchParams } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { type Status, statuses, type Ticket } from './ticket';

interface TicketFiltersProps {
  readonly query: URLSearchParams;
  readonly setQuery: SetURLSearchParams;
  readonly status: Status | undefined;
  /** The tickets that match the search, counted by state. */
  readonly tickets: readonly Ticket[];
}

export function TicketFilters({ query, setQuery, status, tickets }: TicketFiltersProps) {
  const { text } = useLanguage();
  const withQuery = (name: string, value: string | undefined) => {
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
            <span className="smsa-count">
              {name ? tickets.filter((ticket) => ticket.status === name).length : tickets.length}
            </span>
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
