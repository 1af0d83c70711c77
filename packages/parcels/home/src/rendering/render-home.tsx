// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { type App, createParcel, firstTiles, locales, setLocale } from '@portico/shared';
import { collectRules, renderPart, showUser, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import { baseStyles } from '@portico/ui/base-styles';
import homeStyles from '../home.css';
import { HomeScreen } from '../home-screen';

// The build runs this program. It prints the home screen as HTML with slots, and its tiles by what an application has
// (packages/platform/server/src/pages/signed-in-screen.ts fills them in).

const { Screen } = createParcel(HomeScreen);
const kinds = ['logo described', 'logo', 'letter described', 'letter'];
const apps = kinds.map((kind) => ({
  name: slots.app,
  module: slots.module,
  description: kind.endsWith('described') ? slots.description : '',
  logo: kind.startsWith('logo'),
}));
const many = Array.from({ length: firstTiles + 1 }, (_, index) => ({
  name: slots.app,
  module: slots.module + index,
  description: '',
}));

/** The screen of a user with these applications without its tiles, and those. */
function renderHome(shown: readonly App[]) {
  showUser(shown);
  const html = renderPart(<Screen screen="home" onCrash={() => {}} />);
  const found = html.match(/<li>.*?<\/li>/g) ?? [];
  return { home: html.replace(found.join(''), '{{tiles}}'), found };
}

const homes: Record<string, string> = {};
const tiles: Record<string, string> = {};
for (const locale of locales) {
  await setLocale(locale);
  const { home, found } = renderHome(apps);
  for (const [index, kind] of kinds.entries()) tiles[kind] = found[index] ?? '';
  homes[`${locale} few`] = home;
  homes[`${locale} many`] = renderHome(many).home;
}
console.log(JSON.stringify({ styles: collectRules([...baseStyles, ...uiStyles, homeStyles]), homes, tiles }));
