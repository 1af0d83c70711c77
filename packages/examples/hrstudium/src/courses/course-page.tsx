import { Link, NavLink, useParams } from 'react-router-dom';
import { fill, useLanguage } from '../language/use-language';
import { CourseMissing } from '../page/message-page';
import { Cover, ProgressBar } from './course-marks';
import { getMinutes, nextLesson, type Progress, useProgress } from './courses';

export function CoursePage() {
  const { text, read } = useLanguage();
  const params = useParams();
  const progress = useProgress().find(({ course }) => course.id === params.course);
  const next = progress && nextLesson(progress);
  if (!progress || !next) return <CourseMissing />;

  const { area, course, done, finishedAt } = progress;
  return (
    <>
      <BackLink to="/">{text.course.back}</BackLink>
      <div className="hrs-card hrs-course-head">
        <Cover area={area} />
        <div className="hrs-course-intro">
          <p className={`hrs-area hrs-area-${area}`}>{text.area[area]}</p>
          <h1 tabIndex={-1}>{read(course.title)}</h1>
          <p className="hrs-muted">{read(course.summary)}</p>
          <div className="hrs-course-actions">
            <Link
              className={finishedAt ? 'hrs-button hrs-button-quiet' : 'hrs-button'}
              to={`/courses/${course.id}/lessons/${next.id}`}
            >
              {finishedAt ? text.course.again : done.size > 0 ? text.course.resume : text.course.start}
            </Link>
            {finishedAt && (
              <Link className="hrs-button" to="/certificates">
                {text.course.certificate}
              </Link>
            )}
          </div>
        </div>
      </div>
      <section className="hrs-lessons-part" aria-labelledby="hrs-lessons">
        <div className="hrs-lessons-head">
          <h2 id="hrs-lessons">{text.course.lessons}</h2>
          <span className="hrs-muted hrs-small">{fill(text.catalogue.minutes, getMinutes(course))}</span>
          <ProgressBar progress={progress} />
        </div>
        <LessonList progress={progress} />
      </section>
    </>
  );
}

/** A link to the page above. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="hrs-back" to={to}>
      <span aria-hidden="true">←</span>
      {children}
    </Link>
  );
}

export function LessonList({ progress: { course, done } }: { progress: Progress }) {
  const { text, read } = useLanguage();
  return (
    <ol className="hrs-card hrs-lessons">
      {course.lessons.map(({ id, title, minutes }, index) => {
        const isDone = done.has(id);
        return (
          <li key={id}>
            <NavLink className="hrs-lesson" to={`/courses/${course.id}/lessons/${id}`}>
              <span className="hrs-lesson-mark" data-done={isDone} aria-hidden="true">
                {isDone ? '✓' : index + 1}
              </span>
              <span className="hrs-lesson-title">
                {read(title)}
                {isDone && <span className="hrs-hidden"> ({text.course.lessonDone})</span>}
              </span>
              <span className="hrs-muted hrs-small">{fill(text.catalogue.minutes, minutes)}</span>
            </NavLink>
          </li>
        );
      })}
    </ol>
  );
}
