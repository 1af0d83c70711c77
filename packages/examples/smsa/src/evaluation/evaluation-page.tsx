import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { EvaluationForm } from './evaluation-form';

/** Reached from a link in a mail, signed in or not; it stands alone, without any navigation. */
export function EvaluationPage() {
  const { text } = useLanguage();
  const heading = useArrival();
  const [query] = useSearchParams();
  const [rating, setRating] = useState<number | undefined>();
  const [sent, setSent] = useState(false);
  const ticket = query.get('ticket');
  return (
    <div className="smsa-page smsa-evaluation">
      <div className="smsa-card smsa-evaluation-card">
        <h1 ref={heading} tabIndex={-1}>
          {sent ? text.evaluation.thanks : text.evaluation.title}
        </h1>
        {ticket && <p className="smsa-muted smsa-small">{text.evaluation.about(ticket)}</p>}
        {sent && rating ? (
          <div className="smsa-evaluation-done" role="status">
            <p className="smsa-muted">{text.evaluation.thanksBody(rating)}</p>
            <button type="button" className="smsa-button smsa-button-quiet" onClick={() => setSent(false)}>
              {text.evaluation.again}
            </button>
          </div>
        ) : (
          <EvaluationForm
            rating={rating}
            onRate={setRating}
            onSend={() => {
              setSent(true);
              heading.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}
