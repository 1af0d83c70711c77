import { firstLetter, pickMarkColor } from '@portico/contract';
import { Picture } from './picture';

interface AppLogoProps extends Omit<AppMarkProps, 'seed'> {
  /** The key of the application's module. */
  readonly module: string;
  /** `false` if the application has no logo, so that the browser requests no file. */
  readonly logo?: boolean | undefined;
}

const getLogoAddress = (module: string, file: string) => `/media/apps/${encodeURIComponent(module)}/${file}.png`;

/** The logo of an application, which contains its name; on phones the small logo. Without a logo, its mark and name. */
export function AppLogo({ module, name, logo = true, size = 28 }: AppLogoProps) {
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={logo ? getLogoAddress(module, 'logo') : undefined}
      narrowSource={getLogoAddress(module, 'logo_mini')}
      alt={name}
      fallback={
        <>
          <AppMark name={name} seed={module} size={size} />
          <bdi className="portico-ui-logo-name">{name}</bdi>
        </>
      }
    />
  );
}

/** The small, square logo of an application, or its mark. Show the name beside it. */
export function AppLogoMini({ module, name, logo = true, size = 28 }: AppLogoProps) {
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={logo ? getLogoAddress(module, 'logo_mini') : undefined}
      isLazy
      fallback={<AppMark name={name} seed={module} size={size} />}
    />
  );
}

/** Edge length in pixels. */
type MarkSize = 28 | 36 | 44;

interface AppMarkProps {
  readonly name: string;
  /** Determines the colour, which is the same everywhere. Without a seed, the mark has the accent of the tenant. */
  readonly seed?: string;
  readonly size?: MarkSize;
}

/** A coloured square with a first letter, in place of a missing logo. Show the name beside it. */
function AppMark({ name, seed, size = 28 }: AppMarkProps) {
  return (
    <span
      className={`portico-ui-mark portico-ui-mark-${size}`}
      data-color={seed === undefined ? undefined : pickMarkColor(seed)}
      aria-hidden
    >
      {firstLetter(name)}
    </span>
  );
}

interface TenantLogoProps {
  readonly name: string;
  /** Address of the image. */
  readonly logo?: string | undefined;
}

/** The logo of a tenant, or a mark in its accent. Show the name beside it. */
export function TenantLogo({ name, logo }: TenantLogoProps) {
  return <Picture className="portico-ui-logo portico-ui-mark-28" source={logo} fallback={<AppMark name={name} />} />;
}
