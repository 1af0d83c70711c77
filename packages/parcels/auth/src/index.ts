import { createParcel } from '@portico/shared';
import sheet from './auth.css';
import { AuthScreen } from './auth-screen';
import { prefetchRecovery } from './recovery/lazy-recovery';

const parcel = createParcel(AuthScreen, { styles: [sheet] });
export const { bootstrap, unmount } = parcel;

/** Takes the recovery form of the page over once its code is there; without it, its failure replaces the form. */
export const mount: typeof parcel.mount = async (props) => {
  const isInPage = props.screen === 'recover' && props.element.hasChildNodes();
  if (isInPage && !(await prefetchRecovery())) props.element.replaceChildren();
  const findFields = () => [...props.element.querySelectorAll<HTMLInputElement>('input[name]')];
  const before = findFields();
  const { activeElement } = document;
  await parcel.mount(props);
  // React renders the form again if an extension or a translator has changed it: keep what was typed, and the focus.
  for (const { name, value, isConnected } of before) {
    const input = findFields().find((field) => field.name === name);
    if (isConnected || !input) continue;
    input.value = value;
    if (activeElement?.getAttribute('name') === name) input.focus();
  }
};
