import { setTheme, themeAtom, useAtomValue, useTranslation } from '@portico/shared';
import { IconButton } from '@portico/ui';

/** Named for the theme it switches to. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const other = useAtomValue(themeAtom) === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      icon={other === 'dark' ? 'moon' : 'sun'}
      label={t(other === 'dark' ? 'theme.dark' : 'theme.light')}
      onClick={() => setTheme(other)}
    />
  );
}
