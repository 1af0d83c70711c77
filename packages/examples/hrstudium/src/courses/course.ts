import type { Text } from '../language/learner';

export const areas = ['safety', 'people', 'data', 'languages'] as const;
export type Area = (typeof areas)[number];

export interface Lesson {
  readonly id: string;
  readonly title: Text;
  readonly minutes: number;
  readonly body: Text;
}

export interface Course {
  readonly id: string;
  readonly area: Area;
  readonly title: Text;
  readonly summary: Text;
  readonly lessons: readonly [Lesson, ...Lesson[]];
}

export const getMinutes = (course: Course) => course.lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
