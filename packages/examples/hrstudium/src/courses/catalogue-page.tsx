import { Link, useSearchParams } from 'react-router-dom';
import { fill, useLanguage } from '../language/use-language';
import { Cover, ProgressBar } from './course-marks';
import { areas, getMinutes, nextLesson, type Progress, useProgress } from './courses';

/** All courses; the address holds the selected area. */
export function CataloguePage() {
  const { text } = useLanguage();
  const all = useProgress();
  const [query] = useSearchParams();
  const area = areas.find((name) => name === query.get('area'));
  const active = all.filter(({ done, finishedAt }) => done.size > 0 && !finishedAt);
  const shown = all.filter((progress) => !area || progress.area === area);
  const { leadNone, lead } = text.catalogue;
  return (
    <>
      <h1 tabIndex={-1}>{text.catalogue.title}</h1>
      <p className="hrs-lead">
        {active.length === 0 ? leadNone : fill(active.length === 1 ? lead.one : lead.other, active.length)}
      </p>
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

/** The shortest way back into a course. */
function ResumeCard({ progress }: { progress: Progress }) {
  const { text, read } = useLanguage();
  const lesson = nextLesson(progress);
  if (!lesson) return null;
  return (
    <section className="hrs-card hrs-resume" aria-labelledby="hrs-resume">
      <div>
        <p className="hrs-muted hrs-small">{text.catalogue.resume}</p>
        <h2 id="hrs-resume">{read(lesson.title)}</h2>
        <p className="hrs-muted hrs-small">{read(progress.course.title)}</p>
      </div>
      <Link className="hrs-button" to={`/courses/${progress.course.id}/lessons/${lesson.id}`}>
        {text.course.resume}
      </Link>
    </section>
  );
}

function CourseCard({ progress }: { progress: Progress }) {
  const { text, read } = useLanguage();
  const { area, course } = progress;
  return (
    <li className="hrs-card hrs-course-card">
      <Cover area={area} />
      <div className="hrs-course-text">
        <p className={`hrs-area hrs-area-${area}`}>{text.area[area]}</p>
        <h2>
          <Link className="hrs-card-link" to={`/courses/${course.id}`}>
            {read(course.title)}
          </Link>
        </h2>
        <p className="hrs-muted hrs-small">{read(course.summary)}</p>
      </div>
      <p className="hrs-muted hrs-small hrs-course-size">
        {fill(text.catalogue.lessons, course.lessons.length)} · {fill(text.catalogue.minutes, getMinutes(course))}
      </p>
      <ProgressBar progress={progress} />
    </li>
  );
}
