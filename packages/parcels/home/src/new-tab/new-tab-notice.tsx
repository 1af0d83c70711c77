import { newTabQuery } from '@portico/contract';
import { addressAtom, addTexts, useAtomValue } from '@portico/shared';
import { Notice } from '@portico/ui';
import en from './locales/en.json';
import pt from './locales/pt.json';

const useNewTabTexts = addTexts('home-new-tab', { en, pt });

/** Says after a sign-in in a tab of its own that the tab is no longer needed. Browsers let no script close it. */
export function NewTabNotice() {
  const own = useNewTabTexts();
  const { search } = useAtomValue(addressAtom);
  if (search !== newTabQuery) return null;
  return (
    <div className="portico-home-why">
      <Notice kind="info">{own('close_tab')}</Notice>
    </div>
  );
}
