import { Link, useNavigate, useParams } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { CourseMissing } from './course-missing';
import { LessonList } from './lesson-list';
import { completeLesson, useProgress } from './progress-store';

export function LessonPage() {
  const { text, read } = useLearner();
  const params = useParams();
  const navigate = useNavigate();
  const progress = useProgress().find(({ course }) => course.id === params.course);
  const index = progress?.course.lessons.findIndex((lesson) => lesson.id === params.lesson) ?? -1;
  const lesson = progress?.course.lessons[index];
  if (!progress || !lesson) return <CourseMissing />;

  const { course } = progress;
  const [previous, next] = [course.lessons[index - 1], course.lessons[index + 1]];
  const complete = () => {
    completeLesson(course.id, lesson.id);
    navigate(next ? `/courses/${course.id}/lessons/${next.id}` : `/courses/${course.id}`);
  };
  return (
    <>
      <Link className="hrs-back" to={`/courses/${course.id}`}>
        <span aria-hidden="true">←</span>
        {read(course.title)}
      </Link>
      <div className="hrs-lesson-page">
        <article className="hrs-reading">
          <p className={`hrs-area hrs-area-${course.area}`}>{text.lesson.of(index + 1, course.lessons.length)}</p>
          <h1 tabIndex={-1}>{read(lesson.title)}</h1>
          <p className="hrs-reading-body">{read(lesson.body)}</p>
          <div className="hrs-course-actions">
            <button type="button" className="hrs-button" onClick={complete}>
              {next ? text.lesson.complete : text.lesson.finish}
            </button>
            {previous && (
              <Link className="hrs-button hrs-button-quiet" to={`/courses/${course.id}/lessons/${previous.id}`}>
                {text.lesson.previous}
              </Link>
            )}
          </div>
        </article>
        <nav aria-label={text.course.lessons}>
          <LessonList progress={progress} />
        </nav>
      </div>
    </>
  );
}
