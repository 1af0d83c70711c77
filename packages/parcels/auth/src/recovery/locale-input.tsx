import { localeAtom, useAtomValue } from '@portico/shared';

/** The language of a form that sends itself: the mail is in it. */
export function LocaleInput() {
  return <input type="hidden" name="locale" value={useAtomValue(localeAtom)} />;
}
