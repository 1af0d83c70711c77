import type { createParcel } from '@portico/shared';

type Parcel = ReturnType<typeof createParcel>;

/** The parcels that stand in the bar, by their names in the import map. */
export type BarParcel = '@portico/notifications';

/**
 * The lifecycles of a parcel. What fails is forgotten, or SystemJS would give the same failure for ever.
 * @throws Error when it does not load, or is not there
 */
export async function importParcel(name: BarParcel): Promise<Parcel> {
  try {
    const { bootstrap, mount, unmount } = await System.import<Parcel>(name);
    return { bootstrap, mount, unmount };
  } catch (error) {
    System.delete(System.resolve(name));
    throw error;
  }
}
