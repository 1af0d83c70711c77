import { createLazy, useLazy, whenIdle } from '@portico/shared';
import { type ComponentType, useEffect } from 'react';

const passkeySignIn = createLazy(
  async () => (await import(/* webpackChunkName: "passkeys" */ './passkey-sign-in')).PasskeySignIn,
);

/** Offers the passkeys of the browser in the e-mail field beside it, once the form is on screen and the browser is idle. */
export function OfferedPasskeys() {
  const { value: PasskeySignIn, load } = useLazy<ComponentType>(passkeySignIn);
  useEffect(() => whenIdle(load), [load]);
  return PasskeySignIn && <PasskeySignIn />;
}
