export { applyFallback, handleFailure, handleMount } from './fallback';
export { followDeploys, handleAnnouncement } from './follow-deploys';
export { refreshLiveMap } from './live-map';
export { findLoadFailure, recoverFromLoadFailure } from './recover-from-load-failure';
