import type { GivenProps, ModulePlace } from '@portico/contract';
import { useEffect, useRef } from 'react';
import { usePortal } from './portal-context';

/** A parcel of another module, and the props to give it. */
export interface ParcelProps {
  /** Its name, such as `@module/people/card`. */
  readonly of: string;
  readonly props?: GivenProps;
}

/** A place of this module, and the props to give to the parcels in it. */
export interface PlaceProps {
  /** Its name in `places` of package.json, such as `sidebar`. */
  readonly name: string;
  readonly props?: GivenProps;
}

/** Shows a parcel of another module, in any component below `createModule`; elsewhere throws an Error. */
export function Parcel({ of, props }: ParcelProps) {
  return <Mounted by="mountParcel" name={of} props={props} />;
}

/** Shows what other modules put into a place of this one, in any component below `createModule`; elsewhere throws an Error. */
export function Place({ name, props }: PlaceProps) {
  return <Mounted by="mountPlace" name={name} props={props} />;
}

interface MountedProps {
  readonly by: 'mountParcel' | 'mountPlace';
  readonly name: string;
  readonly props: GivenProps | undefined;
}

function Mounted({ by, name, props }: MountedProps) {
  const portal = usePortal();
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<ModulePlace>(undefined);
  const given = useRef(props);
  useEffect(() => {
    if (!element.current) return;
    const current = portal[by](name, element.current, given.current);
    mounted.current = current;
    return () => void current.unmount();
  }, [portal, by, name]);
  useEffect(() => {
    if (given.current === props) return;
    given.current = props;
    mounted.current?.update(props ?? {});
  }, [props]);
  return <div ref={element} />;
}
