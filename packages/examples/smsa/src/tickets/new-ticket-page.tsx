import { usePortal } from '@portico/module-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '../language/use-language';
import { Field, Select, TextArea } from '../page/fields';
import { focusHeading } from '../page/focus-heading';
import { BackLink } from '../page/navigation';
import { isWritten, useDrafts } from './drafts';
import { addTicket, categories, priorities } from './tickets';

export function NewTicketPage() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { drafts, type, drop } = useDrafts();
  const [isKept, setKept] = useState(() => isWritten(drafts));
  const [isChecked, setChecked] = useState(false);
  const subject = (drafts.subject ?? '').trim();
  const description = (drafts.description ?? '').trim();
  const category = categories.find((name) => name === drafts.category) ?? 'equipment';
  const priority = priorities.find((name) => name === drafts.priority) ?? 'normal';
  const errors = {
    subject: isChecked && subject.length < 5 ? text.form.subjectError : undefined,
    description: isChecked && description.length < 10 ? text.form.descriptionError : undefined,
  };
  const hasErrors = Boolean(errors.subject || errors.description);

  useEffect(() => {
    if (hasErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [hasErrors]);

  const dropDraft = () => drop('subject', 'description', 'category', 'priority');
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
    const id = addTicket({ subject, category, priority, messages: [message] });
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
            value={drafts.subject ?? ''}
            maxLength={120}
            autoComplete="off"
            aria-invalid={errors.subject ? true : undefined}
            aria-describedby="smsa-subject-error"
            onChange={(event) => type({ subject: event.currentTarget.value })}
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
            value={category}
            onSelect={(next) => type({ category: next })}
          />
          <Select
            label={text.list.priority}
            options={priorities}
            names={text.priority}
            value={priority}
            onSelect={(next) => type({ priority: next })}
          />
        </div>
        <TextArea
          id="smsa-description"
          label={text.form.description}
          rows={6}
          value={drafts.description ?? ''}
          aria-invalid={errors.description ? true : undefined}
          aria-describedby="smsa-description-hint smsa-description-error"
          onText={(next) => type({ description: next })}
        >
          <p id="smsa-description-hint" className="smsa-muted smsa-small">
            {text.form.descriptionHint}
          </p>
          <p id="smsa-description-error" className="smsa-error">
            {errors.description}
          </p>
        </TextArea>
        <div role="status">
          {isWritten(drafts) && (
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
