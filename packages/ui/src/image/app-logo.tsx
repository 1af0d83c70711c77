import { AppMark, type AppMarkProps } from './app-mark';
import { Picture } from './picture';

export interface AppLogoProps extends Omit<AppMarkProps, 'seed'> {
  /** The key of the application's module. */
  readonly module: string;
  /** The small, square variant. */
  readonly isMini?: boolean;
}

/** The logo of an application; its mark when there is none. The name itself stands beside it. */
export function AppLogo({ module, name, size = 28, isMini = false }: AppLogoProps) {
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={`/media/apps/${encodeURIComponent(module)}/${isMini ? 'logo_mini' : 'logo'}.png`}
      fallback={<AppMark name={name} seed={module} size={size} />}
    />
  );
}
