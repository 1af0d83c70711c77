import { type RenderResult, render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import type { ParcelProps } from '../parcel/create-parcel';
import { store } from '../store';

/** Renders the component of a parcel as `createParcel` does, with the store of the page; a crash fails the test. */
export function renderParcel(Root: ComponentType<ParcelProps>, screen: string): RenderResult {
  const onCrash = (error: unknown) => {
    throw error;
  };
  return render(
    <Provider store={store}>
      <Root screen={screen} onCrash={onCrash} />
    </Provider>,
  );
}
