export const steps = ['switcher', 'home', 'theme', 'profile', 'logout'] as const;
export type Step = (typeof steps)[number];

/** The path where a step is done; other steps are done in the top bar. */
export const getPlace: Partial<Record<Step, string>> = {
  profile: '/profile',
};
