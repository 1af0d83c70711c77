import { Button, Modal, ModalActions, TextField } from '@portico/ui';
import { useRef } from 'react';
import { useCopy } from '../command-line/use-copy';
import { useCommonTexts } from '../texts/common-texts';
import { useTokensTexts } from './tokens-texts';

/** Shows a new secret, once. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const t = useTokensTexts();
  const common = useCommonTexts();
  const copy = useCopy();
  const field = useRef<HTMLInputElement>(null);
  return (
    // Only the button closes it: a stray click would lose the secret.
    <Modal title={t('created')} titleSize={3} text={t('created_text')}>
      <TextField label={t('secret')} ref={field} readOnly value={secret} onFocus={(event) => event.target.select()} />
      <ModalActions>
        <Button
          variant="quiet"
          onClick={() => {
            field.current?.select();
            return copy(secret);
          }}
        >
          {common('action.copy')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </ModalActions>
    </Modal>
  );
}
