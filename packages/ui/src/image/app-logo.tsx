import { AppMark, type AppMarkProps } from './app-mark';
import { Picture } from './picture';

export interface AppLogoProps extends Omit<AppMarkProps, 'seed'> {
  /** The key of the application's module. */
  readonly module: string;
}

const logoOf = (module: string, file: string) => `/media/apps/${encodeURIComponent(module)}/${file}.png`;

/** The logo of an application, which holds its name; on phones the small one. Without a logo, its mark and name. */
export function AppLogo({ module, name, size = 28 }: AppLogoProps) {
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={logoOf(module, 'logo')}
      narrowSource={logoOf(module, 'logo_mini')}
      alt={name}
      fallback={
        <>
          <AppMark name={name} seed={module} size={size} />
          {name}
        </>
      }
    />
  );
}

/** The small, square logo of an application, whose name stands beside it; without one, its mark. */
export function AppLogoMini({ module, name, size = 28 }: AppLogoProps) {
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={logoOf(module, 'logo_mini')}
      fallback={<AppMark name={name} seed={module} size={size} />}
    />
  );
}
