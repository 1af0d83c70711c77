import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language';

interface EvaluationFormProps {
  readonly rating: number | undefined;
  readonly comment: string;
  onRate(rating: number): void;
  onComment(comment: string): void;
  onSend(): void;
}

export function EvaluationForm({ rating, comment, onRate, onComment, onSend }: EvaluationFormProps) {
  const { text } = useLanguage();
  const [checked, setChecked] = useState(false);
  const missing = checked && !rating;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (rating) onSend();
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
                onChange={() => onRate(index + 1)}
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
          {missing && text.evaluation.missing}
        </p>
      </fieldset>
      <div className="smsa-field">
        <label className="smsa-label" htmlFor="smsa-comment">
          {text.evaluation.comment}
        </label>
        <textarea
          id="smsa-comment"
          className="smsa-input smsa-area"
          rows={4}
          maxLength={1000}
          value={comment}
          onChange={(event) => onComment(event.currentTarget.value)}
        />
      </div>
      <button type="submit" className="smsa-button">
        {text.evaluation.send}
      </button>
    </form>
  );
}
