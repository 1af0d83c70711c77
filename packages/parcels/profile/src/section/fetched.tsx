import type { UseQueryResult } from '@portico/query';
import { useTranslation } from '@portico/shared';
import { Button, FailureNotice } from '@portico/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FetchedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown while the data load; about as high as they are. */
  readonly placeholder: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Draws fetched data; a placeholder while they load; after a failure, a button to try again. */
export function Fetched<Data>({ query, placeholder, children }: FetchedProps<Data>) {
  const { t } = useTranslation();
  const { data, isFetching, errorUpdateCount, refetch } = query;
  const place = useRef<HTMLDivElement>(null);
  const hasRetried = useRef(false);
  // Not the query's error, which every refetch resets: the button has to stay.
  const [errorsBefore] = useState(errorUpdateCount);
  const hasFailed = errorUpdateCount > errorsBefore;
  const isThere = data !== undefined;

  useEffect(() => {
    // The button that had the focus is removed.
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

/** The outline of content that is loading, so that the layout does not shift. */
export function Placeholder({ kind, count }: { readonly kind: 'field' | 'row'; readonly count: number }) {
  return (
    <div className={`portico-profile-block portico-profile-${kind}s`} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are equal.
        <div className={`portico-profile-placeholder-${kind}`} key={index} />
      ))}
    </div>
  );
}
