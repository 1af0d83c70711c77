/**
 * Loads the code that follows the live import map, in a chunk of its own, because the first screen does not need it.
 */
export function loadUpdates() {
  return import(/* webpackChunkName: "updates" */ './updates');
}
