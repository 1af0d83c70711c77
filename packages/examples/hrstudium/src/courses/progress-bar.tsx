import { fill, useLanguage } from '../language/use-language';
import type { Progress } from './courses';

export function ProgressBar({ progress: { course, done, finishedAt } }: { progress: Progress }) {
  const { text, read } = useLanguage();
  const { length } = course.lessons;
  const started = done.size === 0 ? text.catalogue.notStarted : fill(text.catalogue.done, done.size, length);
  return (
    <div className="hrs-progress" data-finished={Boolean(finishedAt)}>
      <progress value={done.size} max={length} aria-label={fill(text.catalogue.progress, read(course.title))} />
      <span className="hrs-small">{finishedAt ? text.catalogue.finished : started}</span>
    </div>
  );
}
