import { usePortal } from '@portico/module-kit';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import * as v from 'valibot';

const draftsSchema = v.record(v.string(), v.string());

/** All unsent text of the user, by field. */
type Drafts = v.InferOutput<typeof draftsSchema>;

export const isWritten = ({ subject, description }: Drafts) => `${subject ?? ''}${description ?? ''}`.trim() !== '';

function read(key: string): Drafts {
  try {
    return v.parse(draftsSchema, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return {};
  }
}

/** Returns `false` when the storage of the browser is blocked or full. */
function write(key: string, drafts: Drafts): boolean {
  try {
    if (areSame(drafts, {})) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

const areSame = (one: Drafts, other: Drafts) => JSON.stringify(one) === JSON.stringify(other);

/** An empty text is no draft. Sorted, so that equal drafts are the same JSON. */
const merge = (drafts: Drafts, change: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries({ ...drafts, ...change })
      .filter(([, text]) => text !== '')
      .sort(),
  );

const ignore = () => {};
const DraftsContext = createContext<{
  readonly drafts: Drafts;
  /** The user types. */
  readonly type: (change: Drafts) => void;
  /** The user has sent or discarded drafts: deletes the saved ones, too. */
  readonly drop: (...fields: string[]) => void;
}>({ drafts: {}, type: ignore, drop: ignore });
export const useDrafts = () => useContext(DraftsContext);

/** Keeps typed text while the user moves within the module. The portal offers to save it before they leave. */
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

  const type = (change: Drafts) => setDrafts(merge(drafts, change));
  const drop = (...fields: string[]) => {
    const change = Object.fromEntries(fields.map((field) => [field, '']));
    const next = merge(saved, change);
    type(change);
    setSaved(next);
    write(key, next);
  };
  return <DraftsContext.Provider value={{ drafts, type, drop }}>{children}</DraftsContext.Provider>;
}
