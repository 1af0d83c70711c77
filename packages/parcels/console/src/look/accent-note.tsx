import { darkenAccent, isLightenedInDark } from '@portico/contract';
import { useLookTexts } from './look-texts';

/** Says what the portal makes of an accent, so that everything in it stays readable. */
export function AccentNote({ accent }: { readonly accent: string }) {
  const t = useLookTexts();
  const darkened = darkenAccent(accent);
  return (
    <p className="portico-console-muted portico-console-look-note" role="status">
      {darkened === accent.toLowerCase() ? t('readable') : t('darkened', { accent, darkened })}{' '}
      {isLightenedInDark(accent) && t('lightened')}
    </p>
  );
}
