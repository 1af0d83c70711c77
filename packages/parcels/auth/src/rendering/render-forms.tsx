import { formatWait, secondFactorReasons, signInRefusalReasons } from '@portico/contract';
import { locales, setLocale } from '@portico/shared';
import { showSignedOut, slots } from '@portico/shared/rendering';
import { TenantLogo } from '@portico/ui';
import { renderToString } from 'react-dom/server';
import { AuthScreen } from '../auth-screen';
import { prefetchForms } from '../lazy-form';
import { type SignInStart, setSignInStart, startRefused } from '../sign-in-start';

const getLogo = (logo?: string) => renderToString(<TenantLogo name={slots.name} logo={logo} />);
const [image = ''] = /<img.*/.exec(getLogo(`/${slots.logo}`)) ?? [];

/** The logo or the first letter of a tenant, for the place before its name. */
export const marks = {
  logo: image.replace(`/${slots.logo}`, slots.logo),
  letter: getLogo().replace('>{<', '>{{letter}}<'),
};

function renderForm(): string {
  return renderToString(<AuthScreen screen="signin" onCrash={() => {}} />)
    .replace(/^<link[^>]*>/, '')
    .replaceAll(image, '{{mark}}')
    .replaceAll(`?link=${slots.link}`, '{{search}}')
    .replaceAll(formatWait(slots.wait), '{{wait}}');
}

/** Renders the sign-in form in each language: as it starts, after the end of a session, and with each refusal. */
export async function renderForms() {
  const forms: Record<string, string> = {};
  const answers = await renderAnswers(signInRefusalReasons);
  for (const locale of locales) {
    await setLocale(locale);
    showSignedOut('session-ended');
    const ended = render({ email: '' });
    showSignedOut();
    forms[locale] = render({ email: '' });
    answers[locale] = { ...answers[locale], 'session-ended': ended };
  }
  return { forms, answers };
}

/** Renders the second step in each language, by the reason that shows it. It is the same with and without providers. */
export async function renderSecondStep() {
  await prefetchForms();
  return renderAnswers(secondFactorReasons);
}

async function renderAnswers(reasons: readonly string[]) {
  const answers: Record<string, Record<string, string>> = {};
  for (const locale of locales) {
    await setLocale(locale);
    showSignedOut();
    const rendered = reasons.map((reason) => [reason, render(startRefused({ ...slots, reason }))]);
    answers[locale] = Object.fromEntries(rendered);
  }
  return answers;
}

function render(start: SignInStart): string {
  setSignInStart(start);
  return renderForm();
}
