import { Link, useParams } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { getMinutes } from './course';
import { CourseMissing } from './course-missing';
import { Cover } from './cover';
import { LessonList } from './lesson-list';
import { ProgressBar } from './progress-bar';
import { nextLesson, useProgress } from './progress-store';

export function CoursePage() {
  const { text, read } = useLearner();
  const params = useParams();
  const progress = useProgress().find(({ course }) => course.id === params.course);
  if (!progress) return <CourseMissing />;

  const { course, done, finishedAt } = progress;
  return (
    <>
      <Link className="hrs-back" to="/">
        <span aria-hidden="true">←</span>
        {text.course.back}
      </Link>
      <div className="hrs-card hrs-course-head">
        <Cover area={course.area} />
        <div className="hrs-course-intro">
          <p className={`hrs-area hrs-area-${course.area}`}>{text.area[course.area]}</p>
          <h1 tabIndex={-1}>{read(course.title)}</h1>
          <p className="hrs-muted">{read(course.summary)}</p>
          <div className="hrs-course-actions">
            <Link
              className={finishedAt ? 'hrs-button hrs-button-quiet' : 'hrs-button'}
              to={`/courses/${course.id}/lessons/${nextLesson(progress).id}`}
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
          <span className="hrs-muted hrs-small">{text.catalogue.minutes(getMinutes(course))}</span>
          <ProgressBar progress={progress} />
        </div>
        <LessonList progress={progress} />
      </section>
    </>
  );
}
