import { Link } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { getMinutes } from './course';
import { Cover } from './cover';
import { ProgressBar } from './progress-bar';
import type { Progress } from './progress-store';

export function CourseCard({ progress }: { progress: Progress }) {
  const { text, read } = useLearner();
  const { course } = progress;
  return (
    <li className="hrs-card hrs-course-card">
      <Cover area={course.area} />
      <div className="hrs-course-text">
        <p className={`hrs-area hrs-area-${course.area}`}>{text.area[course.area]}</p>
        <h2>
          <Link className="hrs-card-link" to={`/courses/${course.id}`}>
            {read(course.title)}
          </Link>
        </h2>
        <p className="hrs-muted hrs-small">{read(course.summary)}</p>
      </div>
      <p className="hrs-muted hrs-small hrs-course-size">
        {text.catalogue.lessons(course.lessons.length)} · {text.catalogue.minutes(getMinutes(course))}
      </p>
      <ProgressBar progress={progress} />
    </li>
  );
}
