import { type RenderResult, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { ParcelProps } from '../parcel/create-parcel';

/** Renders the component of a parcel as `createParcel` does; a crash fails the test. */
export function renderParcel(Root: ComponentType<ParcelProps>, screen: string): RenderResult {
  const onCrash = (error: unknown) => {
    throw error;
  };
  return render(<Root screen={screen} onCrash={onCrash} />);
}
