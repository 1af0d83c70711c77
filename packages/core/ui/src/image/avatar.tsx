import { firstLetter } from '@portico/contract';
import { Picture } from './picture';

interface AvatarProps {
  readonly email: string;
  /** Address of the photo. */
  readonly photo?: string | undefined;
  /** Diameter in pixels. */
  readonly size?: 40 | 80;
}

/** The photo of a user, or the first letter of the e-mail if there is none or it does not load. */
export function Avatar({ email, photo, size = 80 }: AvatarProps) {
  const className = `portico-ui-avatar portico-ui-avatar-${size}`;
  const letter = (
    <span className={className} aria-hidden>
      {firstLetter(email)}
    </span>
  );
  return <Picture className={className} source={photo} fallback={letter} />;
}
