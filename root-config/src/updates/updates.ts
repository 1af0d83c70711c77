export { followDeploys, heedAnnouncement } from './follow-deploys';
export { lookAtLiveMap } from './live-map';
export { loadFailureOf } from './load-failure';
export { recoverFrom } from './recover-from';
export { planRetreat, resumeRetreat } from './retreat';
export { tellMounted } from './tell-outcome';
