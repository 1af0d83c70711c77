import { createParcel } from '@portico/shared';
import sheet from './auth.css';
import { AuthScreen } from './auth-screen';
import { findLateForm, prefetchForms } from './lazy-form';

const parcel = createParcel(AuthScreen, { styles: [sheet] });
export const { bootstrap, unmount } = parcel;

export const mount: typeof parcel.mount = async (props) => {
  // The form appears as a whole, in place of the host's loader.
  if (findLateForm(props.screen)) await prefetchForms();
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
