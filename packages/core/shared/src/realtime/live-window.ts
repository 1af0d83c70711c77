// An entry of its own, bundled into each parcel that needs it: `index.ts` loads before sign-in.

/**
 * The media query of the windows that get notifications live. Narrower ones fetch them every minute while they are
 * visible.
 */
export const liveWindow = '(min-width: 769px)';
