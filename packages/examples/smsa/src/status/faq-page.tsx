import { Link } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { questions } from './questions';

export function FaqPage() {
  const { text, read } = useLanguage();
  const heading = useArrival();
  return (
    <div className="smsa-narrow">
      <Link className="smsa-back" to="/portal">
        <span aria-hidden="true">←</span>
        {text.faq.back}
      </Link>
      <h1 ref={heading} tabIndex={-1}>
        {text.faq.title}
      </h1>
      <p className="smsa-lead">{text.faq.lead}</p>
      <div className="smsa-card smsa-faq">
        {questions.map((entry) => (
          <details key={entry.id} className="smsa-question">
            <summary>{read(entry.question)}</summary>
            <p className="smsa-muted">{read(entry.answer)}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
