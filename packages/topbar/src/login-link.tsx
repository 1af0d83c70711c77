import { addressAtom, Link, useAtomValue, useTranslation } from '@portico/shared';
import { buttonClass } from '@portico/ui';

/** Leads to the sign-in form and, from there, back to the address on screen. */
export function LoginLink() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useAtomValue(addressAtom);
  return (
    <Link className={buttonClass()} href={`/signin?link=${encodeURIComponent(pathname + search + hash)}`}>
      {t('login')}
    </Link>
  );
}
