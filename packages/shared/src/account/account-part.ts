import { createLazyPart } from '../parcel/lazy-part';

/** What only a signed-in user needs: her data, sessions, photo and preferences, their cache, and dates. */
export const accountPart = createLazyPart(async () => {
  const account = await import(/* webpackChunkName: "account" */ './account');
  account.keepAccountCurrent();
  return account;
});
