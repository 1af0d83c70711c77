import { useState } from 'react';
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
  const inAddress = query.get('q') ?? '';
  const [words, setWords] = useState(inAddress);
  // The address may change without the field: by "show all", or by the browser's back.
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    setWords(inAddress);
  }

  const withQuery = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  const search = (value: string) => {
    setWords(value);
    setSeen(value);
    setQuery(withQuery('q', value), { replace: true });
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
        value={words}
        onChange={(event) => search(event.currentTarget.value)}
      />
    </div>
  );
}
