import { useLanguage } from '../language/use-language';
import { BackLink } from '../page/navigation';

export default function FaqPage() {
  const { text } = useLanguage();
  return (
    <div className="smsa-narrow">
      <BackLink to="/portal">{text.faq.back}</BackLink>
      <h1 tabIndex={-1}>{text.faq.title}</h1>
      <p className="smsa-lead">{text.faq.lead}</p>
      <div className="smsa-card smsa-faq">
        {text.questions.map(({ question, answer }) => (
          <details key={question} className="smsa-question">
            <summary>{question}</summary>
            <p className="smsa-muted">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
