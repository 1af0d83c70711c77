import { locales, setLocale, signInRefusals } from '@portico/shared';
import { showSignedOut, slots } from '@portico/shared/rendering';
import { TenantLogo } from '@portico/ui';
import { renderToString } from 'react-dom/server';
import { AuthScreen } from '../auth-screen';
import { prefetchForm } from '../lazy-form';
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
    .replaceAll(String(slots.wait), '{{wait}}');
}

/**
 * Renders the sign-in form in each language: as it starts, and with each message, by its reason. The form of a session
 * that has ended is among these.
 */
export async function renderForms() {
  await prefetchForm('factor');
  const forms: Record<string, string> = {};
  const answers: Record<string, Record<string, string>> = {};
  for (const locale of locales) {
    await setLocale(locale);
    const render = (start: SignInStart) => {
      setSignInStart(start);
      return renderForm();
    };
    showSignedOut('session-ended');
    const ended = render({ email: '' });
    showSignedOut();
    forms[locale] = render({ email: '' });
    const answered = listReasons().map((reason) => [reason, render(startRefused({ ...slots, reason }))]);
    answers[locale] = Object.fromEntries([...answered, ['session-ended', ended]]);
  }
  return { forms, answers };
}

type Reason = NonNullable<SignInStart['reason']>;

function listReasons(): Reason[] {
  return Object.keys(signInRefusals).filter((reason): reason is Reason => Object.hasOwn(signInRefusals, reason));
}
