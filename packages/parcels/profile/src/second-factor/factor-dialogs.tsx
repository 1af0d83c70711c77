import type { StartedFactor } from '@portico/contract';
import { isApiFailure, useForm, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Modal, ModalActions, TextField } from '@portico/ui';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { useFactorTexts } from './factor-texts';
import { finishSetup } from './second-factor';

interface SetupDialogProps {
  readonly started: StartedFactor;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function SetupDialog({ started: { secret, setup, url }, onDone, onClose }: SetupDialogProps) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const form = useForm<'code'>({
    check: (getTyped) => ({
      code: /^\s*(?:\d\s*){6}$/.test(getTyped('code')) ? undefined : { getText: () => own('code_required') },
    }),
    send: async (getTyped) => onDone(await finishSetup(setup, getTyped('code'))),
    findRefusedFields: (error) =>
      isApiFailure(error) && error.code === 'second-factor-wrong'
        ? { code: { getText: () => own('wrong') } }
        : undefined,
    fallback: 'signin.failed',
  });
  return (
    <Modal title={own('title')} titleSize={3} text={own('scan')} onDismiss={onClose}>
      <form className="portico-profile-dialog" noValidate onSubmit={form.submit}>
        {form.notice && <FailureNotice {...form.notice} />}
        <img
          className="portico-profile-qr"
          alt={own('qr')}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 0 }))}`}
        />
        <p>
          {own('secret')} <code className="portico-profile-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <TextField
          {...form.getField('code')}
          label={own('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
        />
        <ModalActions>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" {...form.button}>
            {own('confirm')}
          </Button>
        </ModalActions>
      </form>
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
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal title={own('codes_title')} titleSize={3} text={own('codes_text')} onDismiss={onClose}>
      <div className="portico-profile-dialog">
        <ul className="portico-profile-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <ModalActions>
          <Button variant="quiet" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
            {own(isCopied ? 'copied' : 'copy')}
          </Button>
          <Button variant="quiet" onClick={() => downloadText(text)}>
            {own('download')}
          </Button>
          <Button variant="quiet" onClick={() => window.print()}>
            {own('print')}
          </Button>
          <Button onClick={onClose}>{own('done')}</Button>
        </ModalActions>
      </div>
    </Modal>
  );
}

function downloadText(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
