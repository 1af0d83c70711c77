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
  const link = addReturnLink('', useAtomValue(addressAtom).search);
  return (
    <div className="portico-auth-providers">
      {list.map(({ id, name }) => {
        const address = getProviderAddress(id, link);
        return (
          <a
            key={id}
            // Hydration keeps the attribute of the page host, which does not know the fragment of the link.
            ref={(button) => button?.setAttribute('href', address)}
            className={buttonClass(variant, 'large')}
            href={address}
            suppressHydrationWarning
          >
            {own('continue_with', { name })}
          </a>
        );
      })}
    </div>
  );
}
