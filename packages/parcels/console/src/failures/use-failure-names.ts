import type { Failure } from '@portico/contract/publishing';
import { useMemo } from 'react';
import { useFailureTexts } from './failure-texts';

/** Returns functions that name the parts of a failure. */
export function useFailureNames() {
  const t = useFailureTexts();
  return useMemo(
    () => ({
      /** A kind that a newer server has added stays as it is. */
      nameKind: (kind: string) => t.find(`kind.${kind}`) ?? kind,
      nameCause: ({ message, name }: Pick<Failure, 'message' | 'name'>) =>
        [name, message].filter((text) => text !== '').join(': ') || t('no_message'),
      nameVersion: (version: string | null) => version ?? t('of_build'),
    }),
    [t],
  );
}
