import { NavLink } from 'react-router-dom';
import { useLearner } from '../language/learner';
import type { Progress } from './progress-store';

export function LessonList({ progress: { course, done } }: { progress: Progress }) {
  const { text, read } = useLearner();
  return (
    <ol className="hrs-card hrs-lessons">
      {course.lessons.map((lesson, index) => {
        const isDone = done.has(lesson.id);
        return (
          <li key={lesson.id}>
            <NavLink className="hrs-lesson" to={`/courses/${course.id}/lessons/${lesson.id}`}>
              <span className="hrs-lesson-mark" data-done={isDone} aria-hidden="true">
                {isDone ? '✓' : index + 1}
              </span>
              <span className="hrs-lesson-title">
                {read(lesson.title)}
                {isDone && <span className="hrs-hidden"> ({text.course.lessonDone})</span>}
              </span>
              <span className="hrs-muted hrs-small">{text.catalogue.minutes(lesson.minutes)}</span>
            </NavLink>
          </li>
        );
      })}
    </ol>
  );
}
