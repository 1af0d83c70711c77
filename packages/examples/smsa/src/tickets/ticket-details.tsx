import { useLanguage } from '../language/language';
import { formatDate } from '../page/date';
import { SelectField } from './select-field';
import { openedAt, priorities, statuses, type Ticket, updatedAt } from './ticket';
import { changeTicket } from './ticket-store';

export function TicketDetails({ ticket }: { ticket: Ticket }) {
  const { text } = useLanguage();
  return (
    <section className="smsa-card smsa-details" aria-labelledby="smsa-details">
      <h2 id="smsa-details">{text.ticket.details}</h2>
      <SelectField
        label={text.list.status}
        options={statuses}
        names={text.status}
        value={ticket.status}
        onChange={(status) => changeTicket(ticket.id, { status })}
      />
      <SelectField
        label={text.list.priority}
        options={priorities}
        names={text.priority}
        value={ticket.priority}
        onChange={(priority) => changeTicket(ticket.id, { priority })}
      />
      <dl className="smsa-facts">
        <dt>{text.ticket.requester}</dt>
        <dd>{ticket.requester}</dd>
        <dt>{text.ticket.category}</dt>
        <dd>{text.category[ticket.category]}</dd>
        <dt>{text.ticket.opened}</dt>
        <dd>{formatDate(openedAt(ticket))}</dd>
        <dt>{text.list.updated}</dt>
        <dd>{formatDate(updatedAt(ticket))}</dd>
      </dl>
    </section>
  );
}
