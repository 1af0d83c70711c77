import { usePortal } from '@portico/module-kit';
import { type FormEvent, Fragment, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { fill, useLanguage } from '../language/use-language';
import { formatDate } from '../page/date';
import { Select, TextArea } from '../page/fields';
import { BackLink } from '../page/navigation';
import { useDrafts } from './drafts';
import { StatusMark } from './marks';
import { changeTicket, getRequester, getUpdated, priorities, statuses, type Ticket, useTickets } from './tickets';
import { useTicketStatus } from './use-ticket-status';

export function TicketPage() {
  const { text } = useLanguage();
  const { id = '' } = useParams();
  const ticket = useTickets().find((other) => String(other.id) === id);
  const portal = usePortal();
  const title = ticket ? fill(text.ticket.number, ticket.id) : text.ticket.missingTitle;
  useEffect(() => {
    portal.setTitle(title);
    return () => portal.setTitle('');
  }, [portal, title]);

  if (ticket) return <TicketView ticket={ticket} />;
  return (
    <div className="smsa-empty">
      <h1 tabIndex={-1}>{text.ticket.missingTitle}</h1>
      <p className="smsa-muted">{fill(text.ticket.missingBody, id)}</p>
      <Link className="smsa-button" to="/">
        {text.ticket.back}
      </Link>
    </div>
  );
}

function TicketView({ ticket }: { ticket: Ticket }) {
  const { text, read } = useLanguage();
  const setStatus = useTicketStatus();
  const isSolved = ticket.status === 'solved';
  return (
    <>
      <BackLink to="/">{text.ticket.back}</BackLink>
      <div className="smsa-head">
        <div>
          <h1 tabIndex={-1}>{read(ticket.subject)}</h1>
          <p className="smsa-ticket-line">
            {fill(text.ticket.number, ticket.id)}
            <StatusMark status={ticket.status} />
          </p>
        </div>
        <div className="smsa-actions">
          {isSolved && (
            <Link className="smsa-button" to={`/tickets/evaluation?ticket=${ticket.id}`}>
              {text.ticket.evaluate}
            </Link>
          )}
          <button
            type="button"
            className="smsa-button smsa-button-quiet"
            onClick={() => setStatus(ticket.id, isSolved ? 'open' : 'solved')}
          >
            {isSolved ? text.ticket.reopen : text.ticket.solve}
          </button>
        </div>
      </div>
      <div className="smsa-ticket">
        <section className="smsa-card" aria-labelledby="smsa-conversation">
          <h2 className="smsa-card-title" id="smsa-conversation">
            {text.ticket.conversation}
          </h2>
          <Conversation messages={ticket.messages} />
          <AnswerForm key={ticket.id} ticket={ticket} />
        </section>
        <TicketDetails ticket={ticket} />
      </div>
    </>
  );
}

function Conversation({ messages }: Pick<Ticket, 'messages'>) {
  const { text, read } = useLanguage();
  return (
    <ol className="smsa-messages">
      {messages.map(({ author, at, fromTeam, body }) => (
        <li key={at.getTime()} className="smsa-message">
          <span className={`smsa-avatar ${fromTeam ? 'smsa-avatar-team' : ''}`} aria-hidden="true">
            {[...new Intl.Segmenter().segment(author)][0]?.segment.toUpperCase()}
          </span>
          <div>
            <p className="smsa-message-line">
              <b>{author}</b>
              {fromTeam && <span className="smsa-tag">{text.ticket.team}</span>}
              <time className="smsa-muted smsa-small" dateTime={at.toISOString()}>
                {formatDate(at)}
              </time>
            </p>
            <p className="smsa-message-body">{read(body)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function AnswerForm({ ticket: { id, messages } }: { ticket: Ticket }) {
  const { text } = useLanguage();
  const { user } = usePortal();
  const { drafts, type, drop } = useDrafts();
  const field = `answer ${id}`;
  const draft = drafts[field] ?? '';
  const [state, setState] = useState<'empty' | 'sent' | undefined>();

  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = draft.trim();
    if (body === '') return setState('empty');
    const message = { author: user?.name || text.form.someone, at: new Date(), body };
    changeTicket(id, { status: 'open', messages: [...messages, message] });
    drop(field);
    setState('sent');
  };
  const change = (body: string) => {
    type({ [field]: body });
    setState(undefined);
  };

  return (
    <form className="smsa-answer" onSubmit={send} noValidate>
      <TextArea
        id="smsa-answer"
        label={text.ticket.reply}
        rows={3}
        value={draft}
        aria-invalid={state === 'empty' || undefined}
        aria-describedby="smsa-answer-note"
        onText={change}
      />
      <div className="smsa-answer-row">
        <p id="smsa-answer-note" className={state === 'empty' ? 'smsa-error' : 'smsa-done'} role="status">
          {state && text.ticket[state]}
        </p>
        <button type="submit" className="smsa-button">
          {text.ticket.send}
        </button>
      </div>
    </form>
  );
}

function TicketDetails({ ticket }: { ticket: Ticket }) {
  const { text } = useLanguage();
  const setStatus = useTicketStatus();
  const { id, status, priority, category, messages } = ticket;
  const facts = [
    [text.ticket.requester, getRequester(ticket)],
    [text.ticket.category, text.category[category]],
    [text.ticket.opened, formatDate(messages[0].at)],
    [text.list.updated, formatDate(getUpdated(ticket))],
  ];
  return (
    <section className="smsa-card smsa-details" aria-labelledby="smsa-details">
      <h2 id="smsa-details">{text.ticket.details}</h2>
      <Select
        label={text.list.status}
        options={statuses}
        names={text.status}
        value={status}
        onSelect={(next) => setStatus(id, next)}
      />
      <Select
        label={text.list.priority}
        options={priorities}
        names={text.priority}
        value={priority}
        onSelect={(next) => changeTicket(id, { priority: next })}
      />
      <dl className="smsa-facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
