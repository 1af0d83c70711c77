import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';

/** Shown in place of a menu whose code did not load. */
export function MenuFailure({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <div className="portico-topbar-popover portico-topbar-failure">
      <p role="alert">{text}</p>
      <Button variant="quiet" onClick={() => location.reload()}>
        {t('topbar.reload')}
      </Button>
    </div>
  );
}
