import { useLanguage } from '../language/language';
import type { TicketDraft } from './drafts';
import { SelectField } from './select-field';
import { categories, priorities } from './ticket';

interface NewTicketFieldsProps {
  readonly draft: TicketDraft;
  readonly errors: { readonly subject: string | undefined; readonly description: string | undefined };
  onChange(draft: TicketDraft): void;
}

export function NewTicketFields({ draft, errors, onChange }: NewTicketFieldsProps) {
  const { text } = useLanguage();
  return (
    <>
      <div className="smsa-field">
        <label className="smsa-label" htmlFor="smsa-subject">
          {text.form.subject}
        </label>
        <input
          id="smsa-subject"
          className="smsa-input"
          value={draft.subject}
          maxLength={120}
          autoComplete="off"
          aria-invalid={errors.subject ? true : undefined}
          aria-describedby="smsa-subject-error"
          onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
        />
        <p id="smsa-subject-error" className="smsa-error">
          {errors.subject}
        </p>
      </div>
      <div className="smsa-field-pair">
        <SelectField
          label={text.ticket.category}
          options={categories}
          names={text.category}
          value={draft.category}
          onChange={(category) => onChange({ ...draft, category })}
        />
        <SelectField
          label={text.list.priority}
          options={priorities}
          names={text.priority}
          value={draft.priority}
          onChange={(priority) => onChange({ ...draft, priority })}
        />
      </div>
      <div className="smsa-field">
        <label className="smsa-label" htmlFor="smsa-description">
          {text.form.description}
        </label>
        <textarea
          id="smsa-description"
          className="smsa-input smsa-area"
          rows={6}
          value={draft.description}
          aria-invalid={errors.description ? true : undefined}
          aria-describedby="smsa-description-hint smsa-description-error"
          onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
        />
        <p id="smsa-description-hint" className="smsa-muted smsa-small">
          {text.form.descriptionHint}
        </p>
        <p id="smsa-description-error" className="smsa-error">
          {errors.description}
        </p>
      </div>
    </>
  );
}
