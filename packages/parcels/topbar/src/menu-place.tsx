import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import type { ComponentProps, KeyboardEvent } from 'react';

interface MenuPlaceProps extends ComponentProps<'div'> {
  /** The text of a notice in place of the menu, which did not load. */
  readonly failure: string | false;
  /** Called when the focus leaves, and on Escape in the notice; `isElsewhere` unless nothing has the focus now. */
  readonly onClose: (isElsewhere: boolean) => void;
}

/** A button of the bar and its menu, or a notice that the menu did not load. */
export function MenuPlace({ failure, onClose, children, ...place }: MenuPlaceProps) {
  const { t } = useTranslation();
  const closeOnEscape = ({ currentTarget, key }: KeyboardEvent<HTMLElement>) => {
    if (!failure || key !== 'Escape') return;
    currentTarget.querySelector<HTMLElement>(':scope > button')?.focus();
    onClose(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events that bubble from its button and its notice.
    <div
      className="portico-topbar-menu"
      {...place}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || onClose(relatedTarget !== null)
      }
      onKeyDown={closeOnEscape}
    >
      {children}
      {failure && (
        <div className="portico-topbar-popover portico-topbar-failure">
          <p role="alert">{failure}</p>
          <Button variant="quiet" onClick={() => location.reload()}>
            {t('topbar.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
