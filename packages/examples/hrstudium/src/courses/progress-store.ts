import { useSyncExternalStore } from 'react';
import { type Course, getMinutes, type Lesson } from './course';
import { courses } from './demo-courses';

export interface Progress {
  readonly course: Course;
  /** Of `course.lessons`, by id. */
  readonly done: ReadonlySet<string>;
  /** When the last lesson was done. */
  readonly finishedAt: Date | undefined;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const before: Readonly<Record<string, readonly string[]>> = {
  'safety-at-work': ['ways-out'],
  'first-feedback': ['observe', 'ask'],
};

let all: readonly Progress[] = courses.map((course) => {
  const done = new Set(before[course.id]);
  return { course, done, finishedAt: done.size === course.lessons.length ? daysAgo(12) : undefined };
});
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The learner's progress; it survives a change of module, not a reload. */
export const useProgress = () => useSyncExternalStore(subscribe, () => all);

export function completeLesson(courseId: string, lessonId: string): void {
  all = all.map((progress) => {
    if (progress.course.id !== courseId) return progress;
    const done = new Set([...progress.done, lessonId]);
    const finished = done.size === progress.course.lessons.length;
    return { ...progress, done, finishedAt: finished ? (progress.finishedAt ?? new Date()) : undefined };
  });
  for (const listener of listeners) listener();
}

/** The lesson to continue with: the first one not done, or the first one. */
export const nextLesson = ({ course, done }: Progress): Lesson =>
  course.lessons.find((lesson) => !done.has(lesson.id)) ?? course.lessons[0];

/** Between start and finish. */
export const isActive = (progress: Progress) => progress.done.size > 0 && !progress.finishedAt;

/** The hours on a certificate, in halves. */
export const getHours = (course: Course) => String(Math.max(0.5, Math.round(getMinutes(course) / 30) / 2));
