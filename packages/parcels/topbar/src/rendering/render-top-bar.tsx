// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { themes } from '@portico/contract';
import { type App, locales, setLocale, store, themeAtom } from '@portico/shared';
import { collectRules, showUser, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import { renderToString } from 'react-dom/server';
import { TopBar } from '../top-bar';
import barStyles from '../top-bar.css';

// The build runs this program. It prints the bar of a signed-in user as HTML with slots, in every look
// (packages/platform/server/src/pages/top-bar.ts fills them in).

const app: App = { name: slots.app, module: slots.module, description: '' };
const other: App = { ...app, module: 'other' };

/** The application on screen: none, one with a logo, one without. */
const places = { tenant: undefined, logo: { ...app, logo: true }, letter: { ...app, logo: false } };

const replacements: readonly (readonly [string | RegExp, string])[] = [
  // React preloads the pictures; here they are in the same page.
  [/<link rel="preload"[^>]*>/g, ''],
  [/<img[^>]*{{logo}}[^>]*>/g, '{{mark}}'],
  [slots.user, '{{user}}'],
  [slots.user.charAt(0), '{{userLetter}}'],
  [slots.app, '{{app}}'],
  [slots.app.charAt(0), '{{letter}}'],
  [encodeURIComponent(slots.module), '{{module}}'],
  [slots.module, '{{module}}'],
  [/data-color="\d"/g, 'data-color="{{color}}"'],
];

const renderBar = () =>
  replacements.reduce((html, [value, slot]) => html.replaceAll(value, slot), renderToString(<TopBar />));

const bars: Record<string, string> = {};
for (const locale of locales) {
  await setLocale(locale);
  for (const theme of themes) {
    store.set(themeAtom, theme);
    for (const [place, current] of Object.entries(places)) {
      for (const count of ['one', 'many']) {
        const first = current ?? app;
        showUser(count === 'one' ? [first] : [first, other], current?.module);
        bars[[locale, theme, place, count].join(' ')] = renderBar();
      }
    }
  }
}
console.log(JSON.stringify({ styles: collectRules([...uiStyles, barStyles]), bars }));
