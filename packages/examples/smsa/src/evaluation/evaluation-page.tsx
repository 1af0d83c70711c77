import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fill, useLanguage } from '../language/use-language';
import { TextArea } from '../page/fields';
import { focusHeading } from '../page/focus-heading';
import { useDrafts } from '../tickets/drafts';

/** Reached from a link in a mail, signed in or not; it has no navigation. */
export default function EvaluationPage() {
  const { text } = useLanguage();
  const [query] = useSearchParams();
  const [sentRating, setSentRating] = useState<number | undefined>();
  const ticket = query.get('ticket');
  // The button that had the focus is removed.
  const show = (rating: number | undefined) => {
    setSentRating(rating);
    focusHeading();
  };
  return (
    <div className="smsa-page smsa-evaluation">
      <div className="smsa-card smsa-evaluation-card">
        <h1 tabIndex={-1}>{sentRating ? text.evaluation.thanks : text.evaluation.title}</h1>
        {ticket && <p className="smsa-muted smsa-small">{fill(text.evaluation.about, ticket)}</p>}
        {sentRating ? (
          <div className="smsa-evaluation-done" role="status">
            <p className="smsa-muted">{fill(text.evaluation.thanksBody, sentRating)}</p>
            <button type="button" className="smsa-button smsa-button-quiet" onClick={() => show(undefined)}>
              {text.evaluation.again}
            </button>
          </div>
        ) : (
          <EvaluationForm onSent={show} />
        )}
      </div>
    </div>
  );
}

function EvaluationForm({ onSent }: { onSent(rating: number): void }) {
  const { text } = useLanguage();
  const { drafts, type, drop } = useDrafts();
  const { comment = '' } = drafts;
  const rating = Number(drafts.rating ?? 0);
  const [isChecked, setChecked] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!rating) return;
    onSent(rating);
    drop('rating', 'comment');
  };
  return (
    <form className="smsa-evaluation-form" onSubmit={send} noValidate>
      <p className="smsa-muted">{text.evaluation.lead}</p>
      <fieldset className="smsa-ratings" aria-describedby="smsa-rating-note">
        <legend className="smsa-label">{text.evaluation.rating}</legend>
        <div className="smsa-ratings-row">
          {text.evaluation.ratings.map((name, index) => (
            <label key={name} className="smsa-rating" data-chosen={rating === index + 1 || undefined}>
              <input
                className="smsa-hidden"
                type="radio"
                name="smsa-rating"
                value={index + 1}
                checked={rating === index + 1}
                aria-label={`${index + 1}: ${name}`}
                onChange={() => type({ rating: String(index + 1) })}
              />
              <span aria-hidden="true">{index + 1}</span>
            </label>
          ))}
        </div>
        <p className="smsa-ratings-ends" aria-hidden="true">
          <span>{text.evaluation.ratings[0]}</span>
          <span>{text.evaluation.ratings.at(-1)}</span>
        </p>
        <p id="smsa-rating-note" className="smsa-error" role="alert">
          {isChecked && !rating && text.evaluation.missing}
        </p>
      </fieldset>
      <TextArea
        id="smsa-comment"
        label={text.evaluation.comment}
        rows={4}
        maxLength={1000}
        value={comment}
        onText={(next) => type({ comment: next })}
      />
      <button type="submit" className="smsa-button">
        {text.evaluation.send}
      </button>
    </form>
  );
}
