import { useTranslation } from '@portico/shared';
import { Button, FailureNotice } from '@portico/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** As much of a query as is shown. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly isFetching: boolean;
  readonly errorUpdateCount: number;
  refetch(): Promise<unknown>;
}

interface FetchedProps<Data> {
  readonly query: Query<Data>;
  /** What stands in the place of the data while it loads, as high as they are likely to be. */
  readonly placeholder: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Draws what was fetched; before, that it loads, or that it did not load and another try. */
export function Fetched<Data>({ query, placeholder, children }: FetchedProps<Data>) {
  const { t } = useTranslation();
  const { data, isFetching, errorUpdateCount, refetch } = query;
  const place = useRef<HTMLDivElement>(null);
  const hasRetried = useRef(false);
  // Not the state of the query, which is forgotten while it fetches again for whatever reason: the button has to stay.
  const [errorsBefore] = useState(errorUpdateCount);
  const hasFailed = errorUpdateCount > errorsBefore;
  const isThere = data !== undefined;

  useEffect(() => {
    // The button that had the focus is gone.
    if (isThere && hasRetried.current) place.current?.closest('section')?.querySelector('h2')?.focus();
  }, [isThere]);

  const retry = () => {
    hasRetried.current = true;
    void refetch();
  };

  return (
    <div ref={place}>
      {isThere && children(data)}
      {!isThere && hasFailed && (
        <div className="portico-profile-block portico-profile-failure">
          <FailureNotice text={t('profile.load_failed')} />
          <Button variant="quiet" isBusy={isFetching} onClick={retry}>
            {t('try_again')}
          </Button>
        </div>
      )}
      {!isThere && !hasFailed && (
        <div role="status" aria-label={t('loading')}>
          {placeholder}
        </div>
      )}
    </div>
  );
}
