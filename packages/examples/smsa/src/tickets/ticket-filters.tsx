import { Link, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../language/use-language';
import { type Status, statuses, type Ticket } from './tickets';

interface TicketFiltersProps {
  readonly status: Status | undefined;
  /** The tickets that match the search, counted by state. */
  readonly tickets: readonly Ticket[];
}

export function TicketFilters({ status, tickets }: TicketFiltersProps) {
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
