import { Link } from 'react-router-dom';
import { getHours, useProgress } from '../courses/progress-store';
import { useLearner } from '../language/learner';

const two = (value: number) => String(value).padStart(2, '0');
const formatDay = (date: Date) => `${two(date.getDate())}-${two(date.getMonth() + 1)}-${date.getFullYear()}`;

export function CertificatesPage() {
  const { text, read, name } = useLearner();
  const finished = useProgress().flatMap(({ course, finishedAt }) => (finishedAt ? [{ course, finishedAt }] : []));
  return (
    <>
      <h1 tabIndex={-1}>{text.certificates.title}</h1>
      <p className="hrs-lead">{text.certificates.lead}</p>
      {finished.length > 0 ? (
        <ul className="hrs-certificates">
          {finished.map(({ course, finishedAt }) => (
            <li key={course.id} className="hrs-card hrs-certificate">
              <p className="hrs-small hrs-certificate-name">{text.certificates.name}</p>
              <h2>{read(course.title)}</h2>
              <p className="hrs-muted">
                {text.certificates.given(name || text.certificates.you)} · {text.certificates.hours(getHours(course))}
              </p>
              <dl className="hrs-certificate-facts">
                <div>
                  <dt>{text.certificates.issued}</dt>
                  <dd>{formatDay(finishedAt)}</dd>
                </div>
                <div>
                  <dt>{text.certificates.number}</dt>
                  <dd>{`${course.id.slice(0, 2).toUpperCase()}-${finishedAt.getTime().toString(36).toUpperCase()}`}</dd>
                </div>
              </dl>
              <Link className="hrs-button hrs-button-quiet" to={`/courses/${course.id}`}>
                {text.certificates.see}
              </Link>
            </li>
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
