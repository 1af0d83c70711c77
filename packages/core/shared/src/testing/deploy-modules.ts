import type { Declarations } from '@portico/contract';
import { addEntries } from '../api/configuration';
import { provideModuleParcels } from '../parcel/module-parcels';
import { announceImportMap } from '../session/declarations';

let count = 0;

/** Puts modules with these declarations into the import map, by key. */
export function deployModules(modules: Readonly<Record<string, Declarations>>): void {
  for (const [key, declarations] of Object.entries(modules)) {
    count += 1;
    const address = `https://cdn.test/${key}-${count}.js`;
    System.addImportMap({ imports: { [`@module/${key}`]: address } });
    addEntries({ [address]: { declarations } });
  }
  announceImportMap();
}

/** A version that puts one parcel into a place. */
export function putInto(place: string, order = 100): Declarations {
  return { parcels: { part: 'part' }, contributions: [{ place, parcel: 'part', order }] };
}

/** Lets the page mount parcels of modules, which show their name and props. Everything is near the window. */
export function showParcelNames(): void {
  // jsdom has none.
  Object.assign(globalThis, { IntersectionObserver: NearObserver });
  provideModuleParcels((name, element, props) => {
    const part = element.appendChild(document.createElement('p'));
    const update = (given: object = {}) => {
      part.textContent = [name, ...Object.values(given)].join(' ');
    };
    update(props);
    return { mounted: Promise.resolve(), update, unmount: async () => part.remove() };
  });
}

class NearObserver {
  readonly #onChange: (entries: readonly object[]) => void;

  constructor(onChange: (entries: readonly object[]) => void) {
    this.#onChange = onChange;
  }
  observe(target: Element) {
    queueMicrotask(() => this.#onChange([{ target, isIntersecting: true }]));
  }
  disconnect() {}
}
