import { createLazyPart } from '../parcel/lazy-part';

/** What a form for a new password needs: the rules of the server, the list of common passwords included. */
export const newPasswordPart = createLazyPart(() => import(/* webpackChunkName: "new-password" */ './new-password'));
