import { Link, useSearchParams } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { areas } from './course';
import { CourseCard } from './course-card';
import { isActive, useProgress } from './progress-store';
import { ResumeCard } from './resume-card';

/** All courses; the address holds the selected area. */
export function CataloguePage() {
  const { text } = useLearner();
  const all = useProgress();
  const [query] = useSearchParams();
  const area = areas.find((name) => name === query.get('area'));
  const active = all.filter(isActive);
  const shown = all.filter(({ course }) => !area || course.area === area);
  return (
    <>
      <h1 tabIndex={-1}>{text.catalogue.title}</h1>
      <p className="hrs-lead">{text.catalogue.lead(active.length)}</p>
      {!area && active[0] && <ResumeCard progress={active[0]} />}
      <nav className="hrs-areas" aria-label={text.catalogue.filter}>
        {[undefined, ...areas].map((name) => (
          <Link
            key={name ?? 'all'}
            className="hrs-chip"
            to={name ? `/?area=${name}` : '/'}
            aria-current={name === area ? 'true' : undefined}
          >
            {name ? text.area[name] : text.catalogue.all}
          </Link>
        ))}
      </nav>
      {shown.length > 0 ? (
        <ul className="hrs-courses">
          {shown.map((progress) => (
            <CourseCard key={progress.course.id} progress={progress} />
          ))}
        </ul>
      ) : (
        <div className="hrs-card hrs-empty">
          <h2>{text.catalogue.emptyTitle}</h2>
          <p className="hrs-muted">{text.catalogue.emptyBody}</p>
          <Link className="hrs-button hrs-button-quiet" to="/">
            {text.catalogue.clear}
          </Link>
        </div>
      )}
    </>
  );
}
