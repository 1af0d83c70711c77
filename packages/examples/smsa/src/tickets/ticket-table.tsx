import { Link } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { formatDate } from '../page/date';
import { PriorityMark, StatusMark } from './marks';
import { type Ticket, updatedAt } from './ticket';

/** A table on a desk, cards on a phone. */
export function TicketTable({ tickets }: { tickets: readonly Ticket[] }) {
  const { text, read } = useLanguage();
  return (
    <table className="smsa-card smsa-table">
      <thead>
        <tr>
          <th scope="col">{text.list.number}</th>
          <th scope="col">{text.list.subject}</th>
          <th scope="col">{text.list.status}</th>
          <th scope="col">{text.list.priority}</th>
          <th scope="col">{text.list.updated}</th>
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
              <span className="smsa-muted smsa-small">{ticket.requester}</span>
            </td>
            <td className="smsa-cell-status">
              <StatusMark status={ticket.status} />
            </td>
            <td className="smsa-cell-priority">
              <PriorityMark priority={ticket.priority} />
            </td>
            <td className="smsa-cell-updated">{formatDate(updatedAt(ticket))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
