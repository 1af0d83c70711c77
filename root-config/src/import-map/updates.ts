export { applyFallback, handleFailure, handleMount } from './fallback';
export { followDeploys, handleAnnouncement } from './follow-deploys';
export { refreshLiveMap } from './live-map';
export { lookUp } from './look-up';
export { findLoadFailure, recoverFromLoadFailure } from './recover-from-load-failure';
export { reloadForIntegrity } from './reload-for-integrity';
