import { atom } from 'jotai';

/** Tries again to load and mount the parcel of a region; settles once it is mounted or has failed again. */
type Retry = () => Promise<void>;

/** The failed regions without room for a panel, by name. The part that contains the region shows the failure. */
export const failedRegionsAtom = atom<Readonly<Record<string, Retry | undefined>>>({});
