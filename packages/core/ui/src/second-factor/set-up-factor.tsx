// A separate entry, with a library for QR codes: load it late, and adopt `setUpStyles`.
import { type ComponentProps, useState } from 'react';
import { renderSVG } from 'uqr';
import { Button } from '../button/button';
import { TextField } from '../field/text-field';
import type { TranslateSetUp } from './set-up-texts';

export { default as setUpStyles } from './set-up-factor.css';

interface AppSetUpProps {
  readonly t: TranslateSetUp;
  /** The address of the secret, for the QR code (`otpauth:`). */
  readonly url: string;
  readonly secret: string;
  /** The name, the error and the events of the field for the first code. */
  readonly field: Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onInput'>;
}

/** The secret of an authenticator app as a QR code and as text, and the field for the first code of the app. */
export function AppSetUp({ field, secret, t, url }: AppSetUpProps) {
  return (
    <>
      <img
        className="portico-ui-qr"
        alt={t('qr')}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 0 }))}`}
      />
      <p>
        {t('secret')} <code className="portico-ui-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextField {...field} label={t('code')} inputMode="numeric" autoComplete="one-time-code" required autoFocus />
    </>
  );
}

/** Recovery codes, one a line. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="portico-ui-codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}

interface KeepCodesProps extends Pick<ComponentProps<typeof Button>, 'autoFocus'> {
  readonly t: TranslateSetUp;
  readonly codes: readonly string[];
}

/** Buttons that copy and download recovery codes, one a line. */
export function KeepCodes({ autoFocus, codes, t }: KeepCodesProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <>
      <Button variant="quiet" autoFocus={autoFocus} onClick={copy}>
        {t(isCopied ? 'copied' : 'copy')}
      </Button>
      <Button variant="quiet" onClick={() => downloadText(`${codes.join('\n')}\n`)}>
        {t('download')}
      </Button>
    </>
  );
}

function downloadText(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
