import { useEffect, useRef, useState } from 'react';
import { mountNear } from './mount-near';

interface ModulePartProps {
  /** The name of the parcel, such as `@module/people/card`. */
  readonly of: string;
  /** The place that it fills, which the parcel gets as a prop. */
  readonly place: string;
  readonly className: string;
}

/** A parcel of a module in a place of the shell. `aria-busy` until it, or the line of its failure, is on screen. */
export function ModulePart({ of, place, className }: ModulePartProps) {
  const element = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (!element.current) return;
    let isOver = false;
    const parcel = mountNear(of, element.current, { place });
    void parcel.mounted.then(() => isOver || setShown(of));
    return () => {
      isOver = true;
      void parcel.unmount();
    };
  }, [of, place]);
  return <div className={className} ref={element} aria-busy={shown !== of || undefined} />;
}
