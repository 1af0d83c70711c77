import { useLearner } from '../language/learner';
import type { Progress } from './progress-store';

export function ProgressBar({ progress }: { progress: Progress }) {
  const { text, read } = useLearner();
  const { course, done, finishedAt } = progress;
  const said = finishedAt
    ? text.catalogue.finished
    : done.size === 0
      ? text.catalogue.notStarted
      : text.catalogue.done(done.size, course.lessons.length);
  return (
    <div className="hrs-progress" data-finished={Boolean(finishedAt)}>
      <progress
        value={done.size}
        max={course.lessons.length}
        aria-label={text.catalogue.progress(read(course.title))}
      />
      <span className="hrs-small">{said}</span>
    </div>
  );
}
