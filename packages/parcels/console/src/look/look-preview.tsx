import { firstLetter } from '@portico/contract';
import { Button, TenantLogo, TextField } from '@portico/ui';
import type { ReactNode } from 'react';
import { useCaller } from '../caller/caller';
import type { ShownLook } from './draft';
import { useLookTexts } from './look-texts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** A look as the bar, the sign-in form and a mail. */
export function LookPreview(look: ShownLook) {
  const t = useLookTexts();
  return (
    <div className="portico-console-previews">
      {themes.map((theme) => (
        <Preview key={theme} title={t(theme)} theme={theme} accent={look.accent}>
          <Bar {...look} />
          <SignIn {...look} />
        </Preview>
      ))}
      <Preview title={t('mail')} theme="light" accent={look.accent}>
        <Mail {...look} />
      </Preview>
    </div>
  );
}

interface PreviewProps {
  readonly title: string;
  readonly theme: Theme;
  readonly accent: string;
  readonly children: ReactNode;
}

function Preview({ title, theme, accent, children }: PreviewProps) {
  return (
    <figure className="portico-console-preview">
      <figcaption>{title}</figcaption>
      {/* tokens.css derives the colours of a theme from this accent. Nothing in it can be used. */}
      <div inert display-mode={theme} ref={(element) => element?.style.setProperty('--portico-tenant-accent', accent)}>
        {children}
      </div>
    </figure>
  );
}

function Bar({ name, logo }: ShownLook) {
  const { email } = useCaller();
  return (
    <div className="portico-console-preview-bar">
      <TenantLogo name={name} logo={logo} />
      <bdi>{name}</bdi>
      <span className="portico-ui-avatar portico-ui-avatar-40">{firstLetter(email)}</span>
    </div>
  );
}

function SignIn({ name, logo }: ShownLook) {
  const t = useLookTexts();
  return (
    <div className="portico-console-preview-sign-in">
      <div className="portico-console-preview-brand">
        <TenantLogo name={name} logo={logo} />
        <bdi>{name}</bdi>
      </div>
      <TextField label={t('email')} />
      <Button>{t('sign_in')}</Button>
    </div>
  );
}

function Mail({ logo, name, senderName, senderAddress }: ShownLook) {
  const t = useLookTexts();
  const from = senderName || (senderAddress ? name : t('of_portal'));
  return (
    <div className="portico-console-preview-mail">
      <p>
        {t('from')} <bdi>{from}</bdi> {senderAddress && <bdi>&lt;{senderAddress}&gt;</bdi>}
      </p>
      <h3>
        {logo && <img src={logo} alt="" />}
        <bdi>{name}</bdi>
      </h3>
      <p>{t('mail_text', { name })}</p>
      <Button>{t('mail_button')}</Button>
    </div>
  );
}
