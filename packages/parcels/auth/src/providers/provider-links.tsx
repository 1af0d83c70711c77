import { type FormProviders, getProviderAddress } from '@portico/contract';
import { addReturnLink, addressAtom, useAtomValue } from '@portico/shared';
import { buttonClass } from '@portico/ui';
import { useProviderTexts } from './provider-texts';

interface ProviderLinksProps {
  readonly list: FormProviders['list'];
  readonly variant: 'primary' | 'quiet';
}

/** A button for each provider. The page host fills in its own list, so there are no other elements. */
export function ProviderLinks({ list, variant }: ProviderLinksProps) {
  const own = useProviderTexts();
  const { search } = useAtomValue(addressAtom);
  return (
    <div className="portico-auth-providers">
      {list.map(({ id, name }) => (
        <a key={id} className={buttonClass(variant, 'large')} href={getProviderAddress(id, addReturnLink('', search))}>
          {own('continue_with', { name })}
        </a>
      ))}
    </div>
  );
}
