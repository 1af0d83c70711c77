import type { createParcel } from '@portico/shared';
import { importBundle } from './import-bundle';

type Parcel = ReturnType<typeof createParcel>;

/** The parcels that stand in the bar, by their names in the import map. */
export type BarParcel = '@portico/notifications';

/**
 * The lifecycles of a parcel.
 * @throws Error when it does not load, or is not there
 */
export async function importParcel(name: BarParcel): Promise<Parcel> {
  const { bootstrap, mount, unmount } = await importBundle<Parcel>(name);
  return { bootstrap, mount, unmount };
}
