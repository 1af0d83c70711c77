import { usePortal } from '@portico/module-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '../language/use-language';
import { Field, Select, TextArea } from '../page/fields';
import { focusHeading } from '../page/focus-heading';
import { BackLink } from '../page/navigation';
import { type Drafts, emptyDrafts, isWritten, useDrafts } from './drafts';
import { addTicket, categories, priorities } from './tickets';

export function NewTicketPage() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { drafts, type, drop } = useDrafts();
  const draft = drafts.ticket;
  const [isKept, setKept] = useState(() => isWritten(draft));
  const [isChecked, setChecked] = useState(false);
  const subject = draft.subject.trim();
  const description = draft.description.trim();
  const errors = {
    subject: isChecked && subject.length < 5 ? text.form.subjectError : undefined,
    description: isChecked && description.length < 10 ? text.form.descriptionError : undefined,
  };
  const hasErrors = Boolean(errors.subject || errors.description);

  useEffect(() => {
    if (hasErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [hasErrors]);

  const change = (part: Partial<Drafts['ticket']>) => type({ ticket: { ...draft, ...part } });
  const dropDraft = () => drop(() => ({ ticket: emptyDrafts.ticket }));
  const discard = () => {
    dropDraft();
    setKept(false);
    setChecked(false);
    focusHeading();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (subject.length < 5 || description.length < 10) return;
    const message = { author: user?.name || text.form.someone, at: new Date(), body: description };
    const id = addTicket({ subject, category: draft.category, priority: draft.priority, messages: [message] });
    dropDraft();
    navigate(`/tickets/${id}`, { replace: true });
  };

  return (
    <div className="smsa-narrow">
      <BackLink to="/">{text.ticket.back}</BackLink>
      <h1 tabIndex={-1}>{text.form.title}</h1>
      <p className="smsa-lead">{text.form.lead}</p>
      <form ref={form} className="smsa-card smsa-form" onSubmit={send} noValidate>
        <Field id="smsa-subject" label={text.form.subject}>
          <input
            id="smsa-subject"
            className="smsa-input"
            value={draft.subject}
            maxLength={120}
            autoComplete="off"
            aria-invalid={errors.subject ? true : undefined}
            aria-describedby="smsa-subject-error"
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
          <p id="smsa-subject-error" className="smsa-error">
            {errors.subject}
          </p>
        </Field>
        <div className="smsa-field-pair">
          <Select
            label={text.ticket.category}
            options={categories}
            names={text.category}
            value={draft.category}
            onSelect={(category) => change({ category })}
          />
          <Select
            label={text.list.priority}
            options={priorities}
            names={text.priority}
            value={draft.priority}
            onSelect={(priority) => change({ priority })}
          />
        </div>
        <TextArea
          id="smsa-description"
          label={text.form.description}
          rows={6}
          value={draft.description}
          aria-invalid={errors.description ? true : undefined}
          aria-describedby="smsa-description-hint smsa-description-error"
          onText={(next) => change({ description: next })}
        >
          <p id="smsa-description-hint" className="smsa-muted smsa-small">
            {text.form.descriptionHint}
          </p>
          <p id="smsa-description-error" className="smsa-error">
            {errors.description}
          </p>
        </TextArea>
        <div role="status">
          {isWritten(draft) && (
            <div className="smsa-notice">
              <span>{isKept ? text.form.kept : text.form.unsaved}</span>
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
