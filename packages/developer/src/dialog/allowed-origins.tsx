import { useTranslation } from '@portico/shared';
import { shellRules } from '../overrides/shell-rules';

/** Where the configuration of this portal lets developers load from. */
export function AllowedOrigins() {
  const { t } = useTranslation();
  return (
    <p className="portico-developer-text">
      {t('developer.origins')} <span className="portico-developer-code">{shellRules().origins.join(', ')}</span>
    </p>
  );
}
