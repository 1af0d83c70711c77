import type { ReactNode } from 'react';
import { Picture } from '../image/picture';

interface MediaIconProps {
  /** A name such as `bell`, which is solid, or with its type, such as `brands/github`. */
  readonly icon: string;
  /** In place of an icon that does not exist. */
  readonly fallback: ReactNode;
}

/** An icon of `/media/icons` in the colour of the text. */
export function MediaIcon({ icon, fallback }: MediaIconProps) {
  const address = getIconAddress(icon);
  return (
    <Picture
      className="portico-ui-media-icon"
      source={address}
      style={{ maskImage: `url("${address}")` }}
      fallback={fallback}
    />
  );
}

const iconName = /^(?:(solid|regular|brands)\/)?([a-z0-9-]{1,60})$/;

/** The address of an icon such as `bell` or `brands/github`; `undefined` for an invalid name. */
export function getIconAddress(icon: string): string | undefined {
  const [, type = 'solid', name] = iconName.exec(icon) ?? [];
  return name && `/media/icons/${type}/${name}.svg`;
}
