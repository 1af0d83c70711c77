import { Link, useNavigate, useParams } from 'react-router-dom';
import { fill, useLanguage } from '../language/use-language';
import { CourseMissing } from '../page/message-page';
import { BackLink, LessonList } from './course-page';
import { completeLesson, useProgress } from './courses';

export function LessonPage() {
  const { text, read } = useLanguage();
  const params = useParams();
  const navigate = useNavigate();
  const progress = useProgress().find(({ course }) => course.id === params.course);
  const lessons = progress?.course.lessons ?? [];
  const index = lessons.findIndex(({ id }) => id === params.lesson);
  const [previous, lesson, next] = [lessons[index - 1], lessons[index], lessons[index + 1]];
  if (!progress || !lesson) return <CourseMissing />;

  const { area, course } = progress;
  const path = `/courses/${course.id}`;
  const complete = () => {
    completeLesson(course.id, lesson.id);
    navigate(next ? `${path}/lessons/${next.id}` : path);
  };
  return (
    <>
      <BackLink to={path}>{read(course.title)}</BackLink>
      <div className="hrs-lesson-page">
        <article className="hrs-reading">
          <p className={`hrs-area hrs-area-${area}`}>{fill(text.lesson.of, index + 1, lessons.length)}</p>
          <h1 tabIndex={-1}>{read(lesson.title)}</h1>
          <p className="hrs-reading-body">{read(lesson.body)}</p>
          <div className="hrs-course-actions">
            <button type="button" className="hrs-button" onClick={complete}>
              {next ? text.lesson.complete : text.lesson.finish}
            </button>
            {previous && (
              <Link className="hrs-button hrs-button-quiet" to={`${path}/lessons/${previous.id}`}>
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
