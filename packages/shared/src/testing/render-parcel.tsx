import { type RenderResult, render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import type { MountParcel, ParcelProps } from '../parcel/create-parcel';
import { store } from '../store';

/** For parcels that others stand in: they never come. */
const mountNothing: MountParcel = () => ({ mountPromise: new Promise(() => {}), unmount: async () => undefined });

/** Draws the component of a parcel as `createParcel` does, on the store of the page; a crash fails the test. */
export function renderParcel(
  Root: ComponentType<ParcelProps>,
  screen: string,
  mountParcel: MountParcel = mountNothing,
): RenderResult {
  const onCrash = (error: unknown) => {
    throw error;
  };
  return render(
    <Provider store={store}>
      <Root screen={screen} onCrash={onCrash} mountParcel={mountParcel} />
    </Provider>,
  );
}
