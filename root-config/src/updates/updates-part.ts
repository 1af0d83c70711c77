/** What keeps an open tab in step with deploys, in a file of its own: before a first screen stands nobody needs it. */
export function loadUpdates() {
  return import(/* webpackChunkName: "updates" */ './updates');
}
