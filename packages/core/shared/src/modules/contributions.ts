import { type App, type Declarations, modulePrefix } from '@portico/contract';
import { type Atom, atom } from 'jotai';
import { declarationsAtom } from '../session/declarations';
import { appsAtom } from '../session/session-state';

/** A parcel that a module of the user puts into a place. */
export interface Contribution {
  /** The application of the module. */
  readonly app: App;
  /** The name of the parcel, such as `@module/people/card`. */
  readonly parcel: string;
}

const atoms = new Map<string, Atom<readonly Contribution[]>>();

/**
 * Returns the atom of what the user's modules put into a place, low `order` first, then by the names of applications and
 * parcels. It follows the applications of the user and the live versions of their modules.
 */
export function contributionsAtom(place: string): Atom<readonly Contribution[]> {
  const known = atoms.get(place);
  if (known) return known;
  let last: readonly Contribution[] = [];
  const created = atom((get) => {
    const declarations = get(declarationsAtom);
    const found = get(appsAtom).flatMap((app) => listContributions(app, declarations.get(app.module) ?? {}, place));
    const sorted = found.sort((one, other) => one.order - other.order || compare(one, other));
    const next = [...new Map(sorted.map(({ app, parcel }) => [parcel, { app, parcel }])).values()];
    // The same list as before, so that a new import map renders nothing again.
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next;
    return last;
  });
  created.debugLabel = `contributions ${place}`;
  atoms.set(place, created);
  return created;
}

function listContributions(app: App, { contributions = [], parcels = {} }: Declarations, place: string) {
  if (app.places_off?.includes(place)) return [];
  return contributions
    .filter((contribution) => contribution.place === place && Object.hasOwn(parcels, contribution.parcel))
    .map(({ order, parcel }) => ({ app, order, parcel: `${modulePrefix}${app.module}/${parcel}` }));
}

function compare(one: Contribution, other: Contribution): number {
  return one.app.name.localeCompare(other.app.name) || one.parcel.localeCompare(other.parcel);
}
