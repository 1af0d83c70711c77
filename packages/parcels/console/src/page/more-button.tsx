import { Button } from '@portico/ui';
import { useCommonTexts } from '../texts/common-texts';

interface MoreButtonProps {
  /** A list, as `useReadList` returns it. */
  readonly source: {
    readonly hasNextPage?: boolean;
    readonly isFetchingNextPage?: boolean;
    readonly fetchNextPage?: () => unknown;
  };
}

/** Fetches the next page of a list, if there is one. */
export function MoreButton({ source: { fetchNextPage, hasNextPage, isFetchingNextPage = false } }: MoreButtonProps) {
  const t = useCommonTexts();
  return (
    hasNextPage && (
      <Button variant="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage?.()}>
        {t('table.more')}
      </Button>
    )
  );
}
