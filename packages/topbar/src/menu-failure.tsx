import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';

/** Stands where the menu would: its code did not arrive. */
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
