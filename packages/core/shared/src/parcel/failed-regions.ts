import { atom } from 'jotai';

/** Tries again to load and mount the parcel of a region; settles once it is mounted, or has failed again. */
type Retry = () => Promise<void>;

/** The regions that failed and have no room for a panel, by name: whatever gives them their place shows the failure. */
export const failedRegionsAtom = atom<Readonly<Record<string, Retry | undefined>>>({});
