import { type TextKey, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import type { Override, OverrideState } from '../overrides/running-overrides';

const notes: Record<OverrideState, TextKey | undefined> = {
  active: undefined,
  added: 'developer.added',
  removed: 'developer.removed',
  refused: 'developer.refused',
};

interface OverrideRowProps {
  readonly override: Override;
  readonly onRemove: () => void;
}

/** One name that is overridden: where it comes from, and what takes that back. */
export function OverrideRow({ override: { name, address, state }, onRemove }: OverrideRowProps) {
  const { t } = useTranslation();
  const note = notes[state];
  return (
    <li className="portico-developer-row">
      <div>
        <strong className="portico-developer-name">{name}</strong>
        <span className="portico-developer-code">{address}</span>
        {note && <span className="portico-developer-note">{t(note)}</span>}
      </div>
      {state !== 'removed' && (
        <Button variant="plain" aria-label={t('developer.remove_name', { name })} onClick={onRemove}>
          {t('developer.remove')}
        </Button>
      )}
    </li>
  );
}
