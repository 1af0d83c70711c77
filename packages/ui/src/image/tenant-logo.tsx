import { AppMark } from './app-mark';
import { Picture } from './picture';

export interface TenantLogoProps {
  readonly name: string;
  /** Address of the image. */
  readonly logo?: string | undefined;
}

/** The logo of a tenant; a mark in its accent when there is none. The name itself stands beside it. */
export function TenantLogo({ name, logo }: TenantLogoProps) {
  return <Picture className="portico-ui-logo portico-ui-mark-28" source={logo} fallback={<AppMark name={name} />} />;
}
