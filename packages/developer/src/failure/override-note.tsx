import { useTranslation } from '@portico/shared';

interface OverrideNoteProps {
  readonly address: string;
  /** Its file did not arrive: what started and then failed has other causes than these. */
  readonly hasNotLoaded: boolean;
}

/** Where the module comes from in this browser, and why it does not as a rule. */
export function OverrideNote({ address, hasNotLoaded }: OverrideNoteProps) {
  const { t } = useTranslation();
  return (
    <div className="portico-developer-failure">
      <p>{t('developer.failure')}</p>
      <p className="portico-developer-address">{address}</p>
      {hasNotLoaded && (
        <>
          <p>{t('developer.causes')}</p>
          <ul>
            <li>{t('developer.cause_down')}</li>
            <li>{t('developer.cause_denied')}</li>
            <li>{t('developer.cause_mixed')}</li>
          </ul>
        </>
      )}
    </div>
  );
}
