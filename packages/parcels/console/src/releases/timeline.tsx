import { type MapChange, mapChangeListSchema } from '@portico/contract';
import { Button } from '@portico/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Instant } from '../page/instant';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { useOperator } from '../request/operator-provider';
import { useReleaseTexts } from './release-texts';
import { useChangeText } from './use-release-text';

const pageSize = 20;

/** The changes of a module, the newest first: who, when, what and why. */
export function Timeline({ module }: { readonly module: string }) {
  const t = useReleaseTexts();
  const describe = useChangeText();
  const { sendFor } = useOperator();
  const { data, error, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', module],
    queryFn: ({ pageParam, signal }) =>
      sendFor('/api/publishing/history', mapChangeListSchema, {
        query: { module, before: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly MapChange[]) => (page.length < pageSize ? undefined : page.at(-1)?.revision),
    select: ({ pages }) => pages.flat(),
  });
  return (
    <Section title={t('history')}>
      {error && <LoadFailure error={error} isRetrying={isFetching} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data?.length === 0 && <p className="portico-console-muted">{t('no_history')}</p>}
      <ol className="portico-console-timeline" reversed>
        {data?.map((change) => (
          <li key={change.revision} data-action={change.action}>
            <strong>{describe(change)}</strong>
            <span className="portico-console-muted">
              <bdi>{change.by}</bdi>, <Instant at={change.at} />
            </span>
            {change.reason && <q>{change.reason}</q>}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button variant="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Section>
  );
}
