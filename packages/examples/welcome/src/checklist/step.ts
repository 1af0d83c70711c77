export const steps = ['switcher', 'home', 'theme', 'profile', 'logout'] as const;
export type Step = (typeof steps)[number];

/** Where in the portal a step is done; the others are done in the top bar. */
export const placeOf: Partial<Record<Step, string>> = {
  profile: '/profile',
};
