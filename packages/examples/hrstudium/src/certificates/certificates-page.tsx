import { usePortal } from '@portico/module-kit';
import { Link } from 'react-router-dom';
import { getMinutes, type Progress, useProgress } from '../courses/courses';
import { fill, useLanguage } from '../language/use-language';

export function CertificatesPage() {
  const { text } = useLanguage();
  const finished = useProgress().filter(({ finishedAt }) => finishedAt);
  return (
    <>
      <h1 tabIndex={-1}>{text.certificates.title}</h1>
      <p className="hrs-lead">{text.certificates.lead}</p>
      {finished.length > 0 ? (
        <ul className="hrs-certificates">
          {finished.map((progress) => (
            <Certificate key={progress.course.id} {...progress} />
          ))}
        </ul>
      ) : (
        <div className="hrs-card hrs-empty hrs-certificates">
          <h2>{text.certificates.emptyTitle}</h2>
          <p className="hrs-muted">{text.certificates.emptyBody}</p>
          <Link className="hrs-button" to="/">
            {text.certificates.toCourses}
          </Link>
        </div>
      )}
    </>
  );
}

function Certificate({ course, finishedAt = new Date() }: Progress) {
  const { locale, text, read } = useLanguage();
  const { user } = usePortal();
  // In halves of an hour.
  const hours = Math.max(0.5, Math.round(getMinutes(course) / 30) / 2).toLocaleString(locale);
  const number = `${course.id.slice(0, 2)}-${finishedAt.getTime().toString(36)}`.toUpperCase();
  return (
    <li className="hrs-card hrs-certificate">
      <p className="hrs-small hrs-certificate-name">{text.certificates.name}</p>
      <h2>{read(course.title)}</h2>
      <p className="hrs-muted">
        {fill(text.certificates.given, user?.name || text.certificates.you)} · {fill(text.certificates.hours, hours)}
      </p>
      <dl className="hrs-certificate-facts">
        <div>
          <dt>{text.certificates.issued}</dt>
          <dd>{formatDay(finishedAt)}</dd>
        </div>
        <div>
          <dt>{text.certificates.number}</dt>
          <dd>{number}</dd>
        </div>
      </dl>
      <Link className="hrs-button hrs-button-quiet" to={`/courses/${course.id}`}>
        {text.certificates.see}
      </Link>
    </li>
  );
}

/** `DD-MM-YYYY` */
function formatDay(date: Date): string {
  return date.toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' }).replaceAll('/', '-');
}
