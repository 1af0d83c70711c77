import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { usePortal } from '../page/portal';
import { areSame, type Drafts, readDrafts, writeDrafts } from './drafts';

type Change = (drafts: Drafts) => Drafts;

interface DraftsContextValue {
  readonly drafts: Drafts;
  /** The user types. */
  readonly type: (change: Change) => void;
  /** The user has sent or discarded a draft: it is not kept any more. */
  readonly drop: (change: Change) => void;
}

const DraftsContext = createContext<DraftsContextValue | undefined>(undefined);

export function useDrafts(): DraftsContextValue {
  const value = useContext(DraftsContext);
  if (!value) throw new Error('smsa: rendered without drafts');
  return value;
}

/**
 * Keeps what the user types while they move within the module. The portal asks before they leave it, and offers to save
 * the drafts.
 */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const portal = usePortal();
  const email = portal.user?.email;
  const [saved, setSaved] = useState(() => readDrafts(email));
  const [drafts, setDrafts] = useState(saved);
  const isDirty = !areSame(drafts, saved);

  useEffect(() => {
    portal.setDirty(isDirty, async () => {
      if (!writeDrafts(email, drafts)) throw new Error('The drafts were not saved: the storage is blocked or full.');
      setSaved(drafts);
      return true;
    });
  }, [portal, email, drafts, isDirty]);

  const drop = (change: Change) => {
    setDrafts(change(drafts));
    setSaved(change(saved));
    writeDrafts(email, change(saved));
  };
  const value = { drafts, type: (change: Change) => setDrafts(change(drafts)), drop };
  return <DraftsContext.Provider value={value}>{children}</DraftsContext.Provider>;
}
