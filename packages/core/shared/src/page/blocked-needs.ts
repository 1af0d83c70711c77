import type { PolicyNeeds } from '@portico/contract';
import { atom } from 'jotai';

/** A need that the content policy of this page has blocked. */
export interface BlockedNeed {
  /** The import map name of the module or package. */
  readonly source: string;
  readonly need: PolicyNeeds;
}

/** The needs that the content policy has blocked, each once. The developer parcel shows them. */
export const blockedNeedsAtom = atom<readonly BlockedNeed[]>([]);
