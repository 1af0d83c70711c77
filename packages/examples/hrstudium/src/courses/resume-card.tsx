import { Link } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { nextLesson, type Progress } from './progress-store';

/** The shortest way back into a course. */
export function ResumeCard({ progress }: { progress: Progress }) {
  const { text, read } = useLearner();
  const lesson = nextLesson(progress);
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
