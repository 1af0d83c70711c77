import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';

/** Leaves the override of this one module. */
export function UseDeployed({ onUse }: { readonly onUse: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="quiet" onClick={onUse}>
      {t('developer.use_deployed')}
    </Button>
  );
}
