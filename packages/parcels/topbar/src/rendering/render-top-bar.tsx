// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { themes } from '@portico/contract';
import { type App, createParcel, locales, setLocale, store, themeAtom } from '@portico/shared';
import { collectRules, renderPart, showUser, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import { baseStyles } from '@portico/ui/base-styles';
import { TopBar } from '../top-bar';
import barStyles from '../top-bar.css';

// The build runs this program. It prints the bar of a signed-in user as HTML with slots, in every look
// (packages/platform/server/src/pages/signed-in-screen.ts fills them in).

const { Screen } = createParcel(TopBar);
const app: App = { name: slots.app, module: slots.module, description: '' };
const other: App = { ...app, module: 'other' };

/** What stands in the bar, by the application on screen: none, one with a logo, one without. */
const places = { tenant: undefined, logo: { ...app, logo: true }, letter: { ...app, logo: false } };

const bars: Record<string, string> = {};
for (const locale of locales) {
  await setLocale(locale);
  for (const theme of themes) {
    store.set(themeAtom, theme);
    for (const [place, current] of Object.entries(places)) {
      for (const count of ['one', 'many']) {
        const first = current ?? app;
        showUser(count === 'one' ? [first] : [first, other], current?.module);
        bars[[locale, theme, place, count].join(' ')] = renderPart(<Screen screen="topbar" onCrash={() => {}} />);
      }
    }
  }
}
console.log(JSON.stringify({ styles: collectRules([...baseStyles, ...uiStyles, barStyles]), bars }));
