import { Button, FailureNotice } from '@portico/ui';
import { useEffect, useRef } from 'react';
import { useExplain } from '../request/explain-failure';
import { useCommonTexts } from '../texts/common-texts';
import { focusHeading } from './focus-heading';

interface LoadFailureProps {
  readonly source: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** Says why something did not load, with a button that tries again. */
export function LoadFailure({ source: { error, isFetching, refetch } }: LoadFailureProps) {
  const t = useCommonTexts();
  const explain = useExplain();
  const hasRetried = useRef(false);
  useEffect(
    () => () => {
      // The button that had the focus is gone.
      if (hasRetried.current && document.activeElement === document.body) focusHeading();
    },
    [],
  );
  const retry = () => {
    hasRetried.current = true;
    refetch();
  };
  return (
    <div className="portico-console-failure">
      <FailureNotice text={explain(error)} />
      <Button variant="quiet" isBusy={isFetching} onClick={retry}>
        {t('frame.try_again')}
      </Button>
    </div>
  );
}
