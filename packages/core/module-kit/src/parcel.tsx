import type { GivenProps, ModuleParcel } from '@portico/contract';
import { useEffect, useRef } from 'react';
import { usePortal } from './portal-context';

/** A parcel of another module, and the props to give it. */
export interface ParcelProps {
  /** Its name, such as `@module/people/card`. */
  readonly of: string;
  readonly props?: GivenProps;
}

/** Shows a parcel of another module, in any component below `createModule`; elsewhere throws an Error. */
export function Parcel({ of, props }: ParcelProps) {
  const portal = usePortal();
  const place = useRef<HTMLDivElement>(null);
  const parcel = useRef<ModuleParcel>(undefined);
  useEffect(() => {
    if (!place.current) return;
    const mounted = portal.mountParcel(of, place.current);
    parcel.current = mounted;
    return () => void mounted.unmount();
  }, [portal, of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another parcel gets the same props
  useEffect(() => parcel.current?.update(props ?? {}), [portal, of, props]);
  return <div ref={place} />;
}
