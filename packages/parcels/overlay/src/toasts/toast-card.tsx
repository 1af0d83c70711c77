import { type ToastType, useTranslation } from '@portico/shared';
import { Button, Icon, IconButton, type IconName } from '@portico/ui';
import { type KeyboardEvent, useId } from 'react';
import { typeTexts } from './announcer';
import { useSwipe } from './use-swipe';
import type { ShownToast } from './use-toaster';
import { focusableToast } from './use-toaster-focus';

const icons: Record<ToastType, IconName> = {
  default: 'bell',
  success: 'check-circle',
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/** One toast. A click anywhere closes it, also one on its button or link; so does Escape. */
export function ToastCard({ toast, isLeaving, onDismiss }: ShownToast & { readonly onDismiss: () => void }) {
  const { type = 'default', title, text, action, link, picture } = toast;
  const { t } = useTranslation();
  const id = useId();
  const swipe = useSwipe(onDismiss);
  const typeText = typeTexts[type];

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDismiss();
  };

  const texts = (
    <>
      {typeText && <span className="portico-ui-hidden">{t(typeText)}: </span>}
      {title && <bdi className="portico-overlay-toast-title">{title}</bdi>}
      <bdi className="portico-overlay-toast-text">{text}</bdi>
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields.
    <div
      className={`portico-overlay-toast portico-overlay-toast-${type}`}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      inert={isLeaving}
      {...(!isLeaving && focusableToast)}
      onClick={onDismiss}
      onKeyDown={closeOnEscape}
      {...swipe}
    >
      <span className="portico-overlay-toast-picture">{picture ?? <Icon name={icons[type]} />}</span>
      <div className="portico-overlay-toast-body">
        {link ? (
          <a
            className="portico-overlay-toast-link"
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            onClick={link.onOpen}
          >
            <span id={id}>{texts}</span>
            <span className="portico-overlay-toast-new-tab">
              <Icon name="new-tab" />
              <span className="portico-ui-hidden"> ({t('new_tab')})</span>
            </span>
          </a>
        ) : (
          <div id={id}>{texts}</div>
        )}
        {action && (
          <Button className="portico-overlay-toast-action" variant="quiet" aria-describedby={id} onClick={action.run}>
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        className="portico-overlay-toast-close"
        icon="close"
        label={t('toasts.close')}
        aria-describedby={id}
      />
    </div>
  );
}
