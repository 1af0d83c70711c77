// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { locales, setLocale, signInRefusals } from '@portico/shared';
import { collectRules, showSignedOut, slots } from '@portico/shared/rendering';
import { TenantLogo, uiStyles } from '@portico/ui';
import { renderToString } from 'react-dom/server';
import authStyles from '../auth.css';
import { AuthScreen } from '../auth-screen';
import { setSignInStart, startRefused } from '../sign-in-start';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the sign-in form as HTML, for each language and each refusal, with the slots
// that the page host fills in (packages/platform/server/src/pages/sign-in-form.ts). The form of a session that has ended
// is among the refusals.

const getLogo = (logo?: string) => renderToString(<TenantLogo name={slots.name} logo={logo} />);
const [image = ''] = /<img.*/.exec(getLogo(`/${slots.logo}`)) ?? [];

/** The logo or the first letter of a tenant, for the place before its name. */
const marks = {
  logo: image.replace(`/${slots.logo}`, slots.logo),
  letter: getLogo().replace('>{<', '>{{letter}}<'),
};

function renderForm(): string {
  return renderToString(<AuthScreen screen="signin" onCrash={() => {}} />)
    .replace(/^<link[^>]*>/, '')
    .replaceAll(image, '{{mark}}')
    .replaceAll(`?link=${slots.link}`, '{{search}}')
    .replaceAll(String(slots.wait), '{{wait}}');
}

const forms: Record<string, string> = {};
const answers: Record<string, object> = {};
for (const locale of locales) {
  await setLocale(locale);
  setSignInStart({ email: '' });
  showSignedOut('session-ended');
  const ended = renderForm();
  showSignedOut();
  forms[locale] = renderForm();
  const answered = Object.entries(signInRefusals).map(([reason, texts]) => {
    setSignInStart(startRefused(slots, texts));
    return [reason, renderForm()];
  });
  answers[locale] = Object.fromEntries([...answered, ['session-ended', ended]]);
}

const styles = collectRules([...uiStyles, authStyles, withoutScripts]);
console.log(JSON.stringify({ styles, marks, forms, answers }));
