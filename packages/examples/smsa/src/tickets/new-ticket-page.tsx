import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { usePortal } from '../page/portal';
import { emptyTicket, isWritten, type TicketDraft } from './drafts';
import { useDrafts } from './drafts-provider';
import { NewTicketFields } from './new-ticket-fields';
import { addTicket } from './ticket-store';

const isShort = (text: string, length: number) => text.trim().length < length;

export function NewTicketPage() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const heading = useArrival();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { drafts, type, drop } = useDrafts();
  const draft = drafts.ticket;
  const [kept, setKept] = useState(() => isWritten(draft));
  const [checked, setChecked] = useState(false);
  const errors = {
    subject: checked && isShort(draft.subject, 5) ? text.form.subjectError : undefined,
    description: checked && isShort(draft.description, 10) ? text.form.descriptionError : undefined,
  };
  const hasErrors = Boolean(errors.subject || errors.description);

  useEffect(() => {
    if (hasErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [hasErrors]);

  const change = (ticket: TicketDraft) => type((all) => ({ ...all, ticket }));
  const dropDraft = () => drop((all) => ({ ...all, ticket: emptyTicket }));
  const discard = () => {
    dropDraft();
    setKept(false);
    setChecked(false);
    heading.current?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isShort(draft.subject, 5) || isShort(draft.description, 10)) return;
    const author = user?.name || text.form.someone;
    const id = addTicket({
      subject: draft.subject.trim(),
      category: draft.category,
      priority: draft.priority,
      requester: author,
      messages: [{ author, fromTeam: false, at: new Date(), body: draft.description.trim() }],
    });
    dropDraft();
    navigate(`/tickets/${id}`, { replace: true });
  };

  return (
    <div className="smsa-narrow">
      <Link className="smsa-back" to="/">
        <span aria-hidden="true">←</span>
        {text.ticket.back}
      </Link>
      <h1 ref={heading} tabIndex={-1}>
        {text.form.title}
      </h1>
      <p className="smsa-lead">{text.form.lead}</p>
      <form ref={form} className="smsa-card smsa-form" onSubmit={send} noValidate>
        <NewTicketFields draft={draft} errors={errors} onChange={change} />
        <div role="status">
          {isWritten(draft) && (
            <div className="smsa-notice">
              <span>{kept ? text.form.kept : text.form.unsaved}</span>
              <button type="button" className="smsa-notice-action" onClick={discard}>
                {text.form.discard}
              </button>
            </div>
          )}
        </div>
        <div className="smsa-form-end">
          <button type="submit" className="smsa-button">
            {text.form.send}
          </button>
        </div>
      </form>
    </div>
  );
}
