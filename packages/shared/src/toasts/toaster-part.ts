import { createLazyPart } from '../parcel/lazy-part';

/** What draws toasts and checks those of modules. `showToast` needs none of it. */
export const toasterPart = createLazyPart(() => import(/* webpackChunkName: "toasts" */ './toaster'));
