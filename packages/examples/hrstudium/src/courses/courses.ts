import { useSyncExternalStore } from 'react';
import demoCourses from './demo-courses.json';

export const areas = ['safety', 'people', 'data', 'languages'] as const;
export type Area = (typeof areas)[number];

type Course = (typeof demoCourses)[Area][number];

/** A course and the learner's progress in it. */
export interface Progress {
  readonly area: Area;
  readonly course: Course;
  /** Ids of the completed lessons. */
  readonly done: ReadonlySet<string>;
  /** When the learner completed the last lesson. */
  readonly finishedAt: Date | undefined;
}

const doneBefore: Readonly<Record<string, readonly string[]>> = {
  'safety-at-work': ['ways-out'],
  'first-feedback': ['observe', 'ask'],
};

let all: readonly Progress[] = areas.flatMap((area) =>
  demoCourses[area].map((course) => {
    const done = new Set(doneBefore[course.id]);
    const twelveDaysAgo = new Date(Date.now() - 12 * 86_400_000);
    return { area, course, done, finishedAt: done.size === course.lessons.length ? twelveDaysAgo : undefined };
  }),
);
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
    const isFinished = done.size === progress.course.lessons.length;
    return { ...progress, done, finishedAt: isFinished ? (progress.finishedAt ?? new Date()) : undefined };
  });
  for (const listener of listeners) listener();
}

/** The lesson to continue with: the first one not done, or the first one. */
export const nextLesson = ({ course: { lessons }, done }: Progress) =>
  lessons.find((lesson) => !done.has(lesson.id)) ?? lessons[0];

export const getMinutes = ({ lessons }: Course) => lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
