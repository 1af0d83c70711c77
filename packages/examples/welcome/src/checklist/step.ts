export const steps = ['switcher', 'theme', 'language', 'photo', 'notifications'] as const;
export type Step = (typeof steps)[number];

/** Where in the portal a step is done; the others are done in the top bar. */
export const placeOf: Partial<Record<Step, string>> = {
  language: '/profile',
  photo: '/profile',
  notifications: '/profile',
};
