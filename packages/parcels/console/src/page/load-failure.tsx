import { Button, FailureNotice } from '@portico/ui';
import { useExplain } from '../request/explain-failure';
import { useTexts } from '../texts/define-texts';
import { frameTexts } from '../texts/frame-texts';

interface LoadFailureProps {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => unknown;
}

/** Says why something did not load, with a button that tries again. */
export function LoadFailure({ error, isRetrying, onRetry }: LoadFailureProps) {
  const t = useTexts(frameTexts);
  const explain = useExplain();
  return (
    <div className="portico-console-failure">
      <FailureNotice text={explain(error)} />
      <Button variant="quiet" isBusy={isRetrying} onClick={() => void onRetry()}>
        {t('try_again')}
      </Button>
    </div>
  );
}
