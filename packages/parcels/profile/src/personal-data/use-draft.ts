import type { CurrentUser, PersonalData } from '@portico/shared';
import { useState } from 'react';

/** The user's changes to the saved data. A field that is not edited follows the saved data. */
export function useDraft(saved: CurrentUser) {
  const [draft, setDraft] = useState<PersonalData>({});
  const change = pickChanges(draft, saved);
  return {
    name: draft.name ?? saved.name,
    phone: draft.phone ?? saved.phone,
    /** The fields that differ from what is saved. */
    change,
    isDirty: Object.keys(change).length > 0,
    type: (typed: PersonalData) => setDraft((present) => ({ ...present, ...typed })),
    drop: () => setDraft({}),
    /** Drops what was saved; keeps what was typed meanwhile. */
    settle: (sent: PersonalData) => setDraft((present) => pickChanges(present, sent)),
  };
}

function pickChanges({ name, phone }: PersonalData, from: PersonalData): PersonalData {
  return {
    ...(name !== undefined && name !== from.name && { name }),
    ...(phone !== undefined && phone !== from.phone && { phone }),
  };
}
