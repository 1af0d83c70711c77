import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { type Drafts, emptyEvaluation } from '../tickets/drafts';
import { useDrafts } from '../tickets/drafts-provider';
import { EvaluationForm } from './evaluation-form';

/** Reached from a link in a mail, signed in or not; it stands alone, without any navigation. */
export function EvaluationPage() {
  const { text } = useLanguage();
  const heading = useArrival();
  const [query] = useSearchParams();
  const { drafts, type, drop } = useDrafts();
  const { rating, comment } = drafts.evaluation;
  /** The rating that was sent. */
  const [sent, setSent] = useState<number | undefined>();
  const change = (evaluation: Drafts['evaluation']) => type((all) => ({ ...all, evaluation }));
  const ticket = query.get('ticket');
  // The button that had the focus is removed.
  const showSent = (next: number | undefined) => {
    setSent(next);
    heading.current?.focus();
  };
  return (
    <div className="smsa-page smsa-evaluation">
      <div className="smsa-card smsa-evaluation-card">
        <h1 ref={heading} tabIndex={-1}>
          {sent ? text.evaluation.thanks : text.evaluation.title}
        </h1>
        {ticket && <p className="smsa-muted smsa-small">{text.evaluation.about(ticket)}</p>}
        {sent ? (
          <div className="smsa-evaluation-done" role="status">
            <p className="smsa-muted">{text.evaluation.thanksBody(sent)}</p>
            <button type="button" className="smsa-button smsa-button-quiet" onClick={() => showSent(undefined)}>
              {text.evaluation.again}
            </button>
          </div>
        ) : (
          <EvaluationForm
            rating={rating}
            comment={comment}
            onRate={(next) => change({ ...drafts.evaluation, rating: next })}
            onComment={(next) => change({ ...drafts.evaluation, comment: next })}
            onSend={() => {
              showSent(rating);
              drop((all) => ({ ...all, evaluation: emptyEvaluation }));
            }}
          />
        )}
      </div>
    </div>
  );
}
