import type { StartedFactor } from '@portico/contract';
import { adoptStyles, useForm } from '@portico/shared';
import { getFactorCodeRules } from '@portico/shared/factor-code-rules';
import { Button, Modal, ModalActions } from '@portico/ui';
import { AppSetUp, KeepCodes, RecoveryCodes, setUpStyles } from '@portico/ui/set-up-factor';
import { DialogForm } from '../form/dialog-form';
import { useFactorTexts } from './factor-texts';
import { finishSetup } from './second-factor';

adoptStyles(setUpStyles);

interface SetupDialogProps {
  readonly started: StartedFactor;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function SetupDialog({ started: { secret, setup, url }, onDone, onClose }: SetupDialogProps) {
  const own = useFactorTexts();
  const form = useForm<'code'>({
    ...getFactorCodeRules(own),
    send: async (getTyped) => onDone(await finishSetup(setup, getTyped('code'))),
    fallback: 'signin.failed',
  });
  return (
    <Modal title={own('title')} titleSize={3} text={own('scan')} onDismiss={onClose}>
      <DialogForm form={form} submit={own('confirm')} onCancel={onClose}>
        <AppSetUp t={own} url={url} secret={secret} field={form.getField('code')} />
      </DialogForm>
    </Modal>
  );
}

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes once, to be copied, downloaded or printed. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const own = useFactorTexts();
  return (
    <Modal title={own('codes_title')} titleSize={3} text={own('codes_text')} onDismiss={onClose}>
      <div className="portico-profile-dialog">
        <RecoveryCodes codes={codes} />
        <ModalActions>
          <KeepCodes t={own} codes={codes} />
          <Button variant="quiet" onClick={() => window.print()}>
            {own('print')}
          </Button>
          <Button onClick={onClose}>{own('done')}</Button>
        </ModalActions>
      </div>
    </Modal>
  );
}
