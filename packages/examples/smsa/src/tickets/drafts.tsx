import { usePortal } from '@portico/module-kit';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import * as v from 'valibot';
import { categories, priorities } from './tickets';

const draftsSchema = v.object({
  ticket: v.object({
    subject: v.string(),
    description: v.string(),
    category: v.picklist(categories),
    priority: v.picklist(priorities),
  }),
  /** By the number of the ticket. */
  answers: v.record(v.string(), v.string()),
  evaluation: v.object({ rating: v.optional(v.number()), comment: v.string() }),
});

/** All unsent text of the user. */
export type Drafts = v.InferOutput<typeof draftsSchema>;

export const emptyDrafts: Drafts = {
  ticket: { subject: '', description: '', category: 'equipment', priority: 'normal' },
  answers: {},
  evaluation: { comment: '' },
};

export const isWritten = ({ subject, description }: Drafts['ticket']) => `${subject}${description}`.trim() !== '';

function read(key: string): Drafts {
  try {
    return v.parse(draftsSchema, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return emptyDrafts;
  }
}

/** Returns `false` when the storage of the browser is blocked or full. */
function write(key: string, drafts: Drafts): boolean {
  try {
    if (areSame(drafts, emptyDrafts)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

const areSame = (one: Drafts, other: Drafts) => JSON.stringify(one) === JSON.stringify(other);

interface DraftsContextValue {
  readonly drafts: Drafts;
  /** The user types. */
  readonly type: (change: Partial<Drafts>) => void;
  /** The user has sent or discarded a draft: changes the saved drafts, too. */
  readonly drop: (change: (drafts: Drafts) => Partial<Drafts>) => void;
}

const ignore = () => {};
const DraftsContext = createContext<DraftsContextValue>({ drafts: emptyDrafts, type: ignore, drop: ignore });
export const useDrafts = () => useContext(DraftsContext);

/**
 * Keeps typed text while the user moves within the module. The portal asks before they leave it, and offers to save the
 * drafts.
 */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const portal = usePortal();
  // By user: two users may use one browser, one after the other.
  const key = `smsa:drafts:${portal.user?.email ?? ''}`;
  const [saved, setSaved] = useState(() => read(key));
  const [drafts, setDrafts] = useState(saved);
  const isDirty = !areSame(drafts, saved);

  useEffect(() => {
    portal.setDirty(isDirty, async () => {
      if (!write(key, drafts)) throw new Error('The drafts were not saved: the storage is blocked or full.');
      setSaved(drafts);
      return true;
    });
  }, [portal, key, drafts, isDirty]);

  const type = (change: Partial<Drafts>) => setDrafts({ ...drafts, ...change });
  const drop: DraftsContextValue['drop'] = (change) => {
    const next = { ...saved, ...change(saved) };
    type(change(drafts));
    setSaved(next);
    write(key, next);
  };
  return <DraftsContext.Provider value={{ drafts, type, drop }}>{children}</DraftsContext.Provider>;
}
