import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Draft, noDraft } from './draft';

/**
 * The unsaved changes of the look. They are kept while the user looks at other views, and end with the console, whose
 * portal asks first.
 */
export function useDraft(tenant: string) {
  const cache = useQueryClient();
  const queryKey = ['look-draft', tenant];
  const kept = useQuery<Draft>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  const setDraft = (change: (draft: Draft) => Draft) =>
    cache.setQueryData<Draft>(queryKey, (draft = noDraft) => change(draft));
  return [kept.data ?? noDraft, setDraft] as const;
}
