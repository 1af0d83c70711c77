import { createParcel } from '@portico/shared';
import sheet from './auth.css';
import { AuthScreen } from './auth-screen';
import { prefetchRecovery } from './recovery/lazy-recovery';

const parcel = createParcel(AuthScreen, { styles: [sheet], texts: 'first' });
export const { bootstrap, unmount } = parcel;

/** Takes the recovery form of the page over once its code is there; without it, its failure replaces the form. */
export const mount: typeof parcel.mount = async (props) => {
  const isInPage = props.screen === 'recover' && props.element.hasChildNodes();
  if (isInPage && !(await prefetchRecovery())) props.element.replaceChildren();
  return parcel.mount(props);
};
