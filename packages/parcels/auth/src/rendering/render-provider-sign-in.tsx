// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { readPage } from '@portico/shared';
import { collectRules } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import authStyles from '../auth.css';
import { prefetchForms } from '../lazy-form';
import providerStyles from '../providers/providers.css';
import { renderForms } from './render-forms';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the sign-in forms of tenants with providers, as `render-sign-in.tsx` does that
// of other tenants. `{{providers}}` is the place for the buttons, and `button` one of them.

const provider = { id: 'the-provider', name: '{{provider}}', domains: [] };
const buttons = /(?:<a class="[^"]*" href="[^"]*the-provider.*?<\/a>)+/;

await prefetchForms();

async function render(count: number, passwordsOff: boolean) {
  const list = Array.from({ length: count }, (_, index) => ({ ...provider, id: `${provider.id}-${index}` }));
  Object.assign(readPage().state, { providers: { list, passwordsOff } });
  const { answers, forms } = await renderForms();
  const button = mapValues(forms, (form) => buttons.exec(form)?.[0].split('</a>')[0]?.concat('</a>') ?? '');
  const withPlace = (form: string) => form.replace(buttons, '{{providers}}');
  return {
    button: mapValues(button, (html) => html.replace(/href="[^"]*"/, 'href="{{href}}"')),
    forms: mapValues(forms, withPlace),
    answers: mapValues(answers, (byReason) => mapValues(byReason, withPlace)),
  };
}

function mapValues<Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

const styles = collectRules([...uiStyles, authStyles, providerStyles, withoutScripts]);
const emailFirst = await render(1, false);
const one = await render(1, true);
const several = await render(2, true);
console.log(JSON.stringify({ styles, emailFirst, one, several }));
