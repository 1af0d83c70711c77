import type { GivenProps, ModuleParcel, ModulePlace } from '@portico/contract';
import { store } from '../store';
import { contributionsAtom } from './contributions';
import { mountNear } from './mount-near';

interface Part {
  readonly box: HTMLElement;
  readonly parcel: ModuleParcel;
}

/**
 * Shows what the user's modules put into a place, at the end of an element, and follows changes. Each parcel has its own
 * element, in order.
 * @param around the names of the parcels that the place is inside of
 */
export function mountPlace(
  place: string,
  element: HTMLElement,
  props: GivenProps,
  around?: readonly string[],
): ModulePlace {
  let given = props;
  const parts = new Map<string, Part>();
  const container = element.appendChild(document.createElement('div'));
  container.dataset.porticoPlace = place;

  const add = (name: string): Part => {
    const box = document.createElement('div');
    const part = { box, parcel: mountNear(name, box, given, around) };
    parts.set(name, part);
    return part;
  };
  const remove = async (name: string, { box, parcel }: Part) => {
    parts.delete(name);
    await parcel.unmount();
    box.remove();
  };
  const arrange = () => {
    const names = store.get(contributionsAtom(place)).map(({ parcel }) => parcel);
    for (const [name, part] of parts) if (!names.includes(name)) void remove(name, part);
    let last: Element | undefined;
    for (const name of names) {
      const { box } = parts.get(name) ?? add(name);
      // Moving an element would load its frames again.
      const isThere = box.isConnected && box.previousElementSibling === (last ?? null);
      if (!isThere && last) last.after(box);
      else if (!isThere) container.prepend(box);
      last = box;
    }
  };

  const stop = store.sub(contributionsAtom(place), arrange);
  arrange();
  return {
    update: (changed) => {
      given = changed;
      for (const { parcel } of parts.values()) parcel.update(changed);
    },
    unmount: async () => {
      stop();
      await Promise.all([...parts].map(([name, part]) => remove(name, part)));
      container.remove();
    },
  };
}
