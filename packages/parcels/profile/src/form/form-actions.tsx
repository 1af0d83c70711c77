import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useId } from 'react';

interface FormActionsProps {
  /** There is nothing to save or discard. */
  readonly isUnchanged: boolean;
  readonly isSaving: boolean;
  /** The id of the element that explains why saving has to wait. */
  readonly waitsFor?: string | undefined;
  readonly onCancel: () => void;
}

/** Save and Cancel at the end of a form. Without changes they stay focusable, and a text explains why. */
export function FormActions({ isUnchanged, isSaving, waitsFor, onCancel }: FormActionsProps) {
  const { t } = useTranslation();
  const hintId = useId();
  return (
    <div className="portico-profile-block portico-profile-actions">
      <p id={hintId}>{isUnchanged && t('profile.nothing_to_save')}</p>
      <Button variant="quiet" isOnHold={isUnchanged || isSaving} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        isBusy={isSaving}
        isOnHold={isUnchanged || waitsFor !== undefined}
        aria-describedby={waitsFor ?? (isUnchanged ? hintId : undefined)}
      >
        {t('save')}
      </Button>
    </div>
  );
}
