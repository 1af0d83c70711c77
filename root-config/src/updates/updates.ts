export { followDeploys } from './follow-deploys';
export { lookAtLiveMap } from './live-map';
export { loadFailureOf } from './load-failure';
export { recoverFrom } from './recover-from';
