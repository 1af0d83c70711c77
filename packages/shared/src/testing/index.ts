export { supportModalDialogs } from './modal-dialogs';
export { renderParcel } from './render-parcel';
export { type ApiAnswer, type ApiCall, startTestPortal, type TestPortal } from './test-portal';
