import { usePortal } from '@portico/module-kit';
import { Button, Modal, ModalActions, TextField } from '@portico/ui';
import { useRef } from 'react';
import { useTokensTexts } from './tokens-texts';

/** Shows a new secret, once. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const t = useTokensTexts();
  const portal = usePortal();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      portal.toast({ type: 'success', text: t('copied') });
    } catch {
      // The browser allows no access to the clipboard: the user copies the selected text.
    }
  };
  return (
    // Only the button closes it: a stray click would lose the secret.
    <Modal title={t('created')} titleSize={3} text={t('created_text')}>
      <TextField label={t('secret')} ref={field} readOnly value={secret} onFocus={(event) => event.target.select()} />
      <ModalActions>
        <Button variant="quiet" onClick={copy}>
          {t('copy')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </ModalActions>
    </Modal>
  );
}
