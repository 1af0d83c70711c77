// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { allTexts, createParcel, locales, setLocale } from '@portico/shared';
import { collectRules, renderPart, showUser, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import homeStyles from '../home.css';
import { HomeScreen } from '../home-screen';

// The build runs this program. It prints the home screen as HTML with slots, and its tiles by what an application has
// (packages/platform/server/src/pages/signed-in-screen.ts fills them in).

const { Screen } = createParcel(HomeScreen);
const kinds = ['logo described', 'logo', 'letter described', 'letter'];
showUser(
  kinds.map((kind) => ({
    name: slots.app,
    module: slots.module,
    description: kind.endsWith('described') ? slots.description : '',
    logo: kind.startsWith('logo'),
  })),
);

const homes: Record<string, string> = {};
const tiles: Record<string, string> = {};
for (const locale of locales) {
  await setLocale(locale);
  await allTexts.load();
  const home = renderPart(<Screen screen="home" onCrash={() => {}} />);
  const found = home.match(/<li>.*?<\/li>/g) ?? [];
  for (const [index, kind] of kinds.entries()) tiles[kind] = found[index] ?? '';
  homes[locale] = home.replace(found.join(''), '{{tiles}}');
}
console.log(JSON.stringify({ styles: collectRules([...uiStyles, homeStyles]), homes, tiles }));
