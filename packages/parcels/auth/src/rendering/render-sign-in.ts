// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { locales, setLocale, signInRefusals } from '@portico/shared';
import { collectRules, showSignedOut, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import { baseStyles } from '@portico/ui/base-styles';
import authStyles from '../auth.css';
import { setSignInStart, startRefused } from '../sign-in-start';
import { marks, renderForm } from './render-form';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the sign-in form as HTML, for each language and each refusal, with the slots
// that the page host fills in (packages/platform/server/src/pages/auth-form.ts). The form of a session that has ended is
// among the refusals.

const forms: Record<string, string> = {};
const answers: Record<string, object> = {};
for (const locale of locales) {
  await setLocale(locale);
  setSignInStart({ email: '' });
  showSignedOut('session-ended');
  const ended = renderForm('signin');
  showSignedOut();
  forms[locale] = renderForm('signin');
  const answered = Object.entries(signInRefusals).map(([reason, texts]) => {
    setSignInStart(startRefused(slots, texts));
    return [reason, renderForm('signin')];
  });
  answers[locale] = Object.fromEntries([...answered, ['session-ended', ended]]);
}

const styles = collectRules([...baseStyles, ...uiStyles, authStyles, withoutScripts]);
console.log(JSON.stringify({ styles, marks, forms, answers }));
