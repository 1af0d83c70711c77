// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { type RecoveryAnswerReason, recoveryAnswers } from '@portico/contract';
import { locales, setLocale } from '@portico/shared';
import { collectRules, slots } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import { baseStyles } from '@portico/ui/base-styles';
import ruleListStyles from '@portico/ui/rule-list.css';
import authStyles from '../auth.css';
import { prefetchRecovery } from '../recovery/lazy-recovery';
import recoveryStyles from '../recovery/recovery.css';
import { setRecoveryAnswer } from '../recovery/recovery-start';
import { marks, renderForm } from './render-form';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the recovery form as HTML, for each language and each answer, with the slots
// that the page host fills in (packages/platform/server/src/pages/auth-form.ts).

const reasons = Object.keys(recoveryAnswers) as RecoveryAnswerReason[];
const forms: Record<string, string> = {};
const answers: Record<string, object> = {};
for (const locale of locales) {
  await setLocale(locale);
  await prefetchRecovery();
  setRecoveryAnswer(undefined);
  forms[locale] = renderForm('recover');
  const answered = reasons.map((reason) => {
    setRecoveryAnswer({ reason, ...slots });
    return [reason, renderForm('recover')];
  });
  answers[locale] = Object.fromEntries(answered);
}

const styles = collectRules([...baseStyles, ...uiStyles, authStyles, ruleListStyles, recoveryStyles, withoutScripts]);
console.log(JSON.stringify({ styles, marks, forms, answers }));
