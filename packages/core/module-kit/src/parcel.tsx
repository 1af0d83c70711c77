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
  const given = useRef(props);
  useEffect(() => {
    if (!place.current) return;
    const mounted = portal.mountParcel(of, place.current, given.current);
    parcel.current = mounted;
    return () => void mounted.unmount();
  }, [portal, of]);
  useEffect(() => {
    if (given.current === props) return;
    given.current = props;
    parcel.current?.update(props ?? {});
  }, [props]);
  return <div ref={place} />;
}
