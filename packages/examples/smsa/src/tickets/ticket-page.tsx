import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { usePortal } from '../page/portal';
import { AnswerForm } from './answer-form';
import { Conversation } from './conversation';
import { StatusMark } from './marks';
import { TicketDetails } from './ticket-details';
import { changeTicket, useTickets } from './ticket-store';

export function TicketPage() {
  const { text, read } = useLanguage();
  const heading = useArrival();
  const { id = '' } = useParams();
  const ticket = useTickets().find((other) => String(other.id) === id);
  const portal = usePortal();
  const title = ticket ? text.ticket.number(ticket.id) : text.ticket.missingTitle;
  useEffect(() => {
    portal.setTitle(title);
    return () => portal.setTitle('');
  }, [portal, title]);

  if (!ticket) {
    return (
      <div className="smsa-empty">
        <h1 ref={heading} tabIndex={-1}>
          {text.ticket.missingTitle}
        </h1>
        <p className="smsa-muted">{text.ticket.missingBody(id)}</p>
        <Link className="smsa-button" to="/">
          {text.ticket.back}
        </Link>
      </div>
    );
  }
  const solved = ticket.status === 'solved';
  return (
    <>
      <Link className="smsa-back" to="/">
        <span aria-hidden="true">←</span>
        {text.ticket.back}
      </Link>
      <div className="smsa-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {read(ticket.subject)}
          </h1>
          <p className="smsa-ticket-line">
            {text.ticket.number(ticket.id)}
            <StatusMark status={ticket.status} />
          </p>
        </div>
        <div className="smsa-actions">
          {solved && (
            <Link className="smsa-button" to={`/tickets/evaluation?ticket=${ticket.id}`}>
              {text.ticket.evaluate}
            </Link>
          )}
          <button
            type="button"
            className="smsa-button smsa-button-quiet"
            onClick={() => changeTicket(ticket.id, { status: solved ? 'open' : 'solved' })}
          >
            {solved ? text.ticket.reopen : text.ticket.solve}
          </button>
        </div>
      </div>
      <div className="smsa-ticket">
        <section className="smsa-card" aria-labelledby="smsa-conversation">
          <h2 className="smsa-card-title" id="smsa-conversation">
            {text.ticket.conversation}
          </h2>
          <Conversation messages={ticket.messages} />
          <AnswerForm key={ticket.id} id={ticket.id} />
        </section>
        <TicketDetails ticket={ticket} />
      </div>
    </>
  );
}
