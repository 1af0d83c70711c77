import type { CurrentUser, PersonalData } from '@portico/shared';
import { useState } from 'react';

/**
 * The draft of the user's changes to the saved data. A field that the user has not edited follows the saved data, also when
 * another tab saves; an edited field keeps what was typed.
 */
export function useDraft(saved: CurrentUser) {
  const [draft, setDraft] = useState<PersonalData>({});
  const change: PersonalData = {
    ...(draft.name !== undefined && draft.name !== saved.name && { name: draft.name }),
    ...(draft.phone !== undefined && draft.phone !== saved.phone && { phone: draft.phone }),
  };
  return {
    name: draft.name ?? saved.name,
    phone: draft.phone ?? saved.phone,
    /** The fields that differ from what is saved. */
    change,
    isDirty: Object.keys(change).length > 0,
    type: (typed: PersonalData) => setDraft((present) => ({ ...present, ...typed })),
    drop: () => setDraft({}),
    /** Drops what was saved; keeps what was typed meanwhile. */
    settle: (sent: PersonalData) =>
      setDraft(({ name, phone }) => ({
        ...(name !== undefined && name !== sent.name && { name }),
        ...(phone !== undefined && phone !== sent.phone && { phone }),
      })),
  };
}
