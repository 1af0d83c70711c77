export { fill } from './fill';
export { type LeadingTab, startLeadingTab } from './leading-tab';
export { supportModalDialogs } from './modal-dialogs';
export { renderParcel } from './render-parcel';
export { type ApiAnswer, type ApiCall, startTestPortal, type TestPortal, testPortal } from './test-portal';
export { startTestSystem } from './test-system';
export { Toasts, toastTexts } from './toasts';
export { supportLocks } from './web-locks';
export { withShortWaits } from './with-short-waits';
