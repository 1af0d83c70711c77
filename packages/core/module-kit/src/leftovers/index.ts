export type { CurrentOwner, Leftover, LeftoverWatch } from './leftover';
export { rememberGlobals } from './remember-globals';
export { watchLeftovers } from './watch-leftovers';
