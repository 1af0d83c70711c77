import type { Failure } from '@portico/contract';
import { useCallback } from 'react';
import { useTexts } from '../texts/define-texts';
import { failureTexts, kindTexts } from './failure-texts';

const isKind = (kind: string): kind is keyof typeof kindTexts.en => Object.hasOwn(kindTexts.en, kind);

/** Returns functions that name the parts of a failure. */
export function useFailureNames() {
  const t = useTexts(failureTexts);
  const nameKind = useTexts(kindTexts);
  return {
    /** A kind that a newer server has added stays as it is. */
    nameKind: useCallback((kind: string) => (isKind(kind) ? nameKind(kind) : kind), [nameKind]),
    nameCause: useCallback(
      ({ message, name }: Pick<Failure, 'message' | 'name'>) =>
        [name, message].filter((text) => text !== '').join(': ') || t('no_message'),
      [t],
    ),
    nameVersion: useCallback((version: string | null) => version ?? t('of_build'), [t]),
  };
}
