import { useId } from 'react';
import { fill, useLanguage } from '../language/use-language';
import type { Area, Progress } from './courses';

/** The picture of a course: a portico in the colour of the area, repeated to fill the width. */
export function Cover({ area }: { area: Area }) {
  const arch = useId();
  return (
    <svg className={`hrs-cover hrs-area-${area}`} aria-hidden="true">
      <defs>
        <pattern id={arch} width="76" height="110" patternUnits="userSpaceOnUse">
          <path d="M6 110V62a32 32 0 0 1 64 0v48M16 110V62a22 22 0 0 1 44 0v48M0 18h76M0 24h76" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${arch})`} stroke="none" />
    </svg>
  );
}

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
