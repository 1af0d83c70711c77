import {
  addReturnLink,
  type FormProviders,
  findPublicPage,
  findScreen,
  formatWait,
  getProviderAddress,
  getSignInAddress,
  isolateText,
  isSecondFactorStep,
  type Locale,
  localeSchema,
  locales,
  type SignInRefusal,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml, fillSlots, renderMark, renderPlace } from './html';

/** A form with a message as HTML with slots such as `{{email}}`, by language and reason. */
const answersSchema = v.record(localeSchema, v.record(v.string(), v.string()));

const formEntries = {
  /** By language. */
  forms: v.record(localeSchema, v.string()),
  answers: answersSchema,
};

/** The build's rendering of the sign-in form (packages/parcels/auth/src/rendering). */
export const signInFormSchema = v.object({
  ...formEntries,
  styles: v.string(),
  /** The mark before the tenant's name: its logo or its first letter. */
  marks: v.object({ logo: v.string(), letter: v.string() }),
});

/** The second step of a sign-in, by the reasons that show it. */
export const secondStepSchema = v.object({ styles: v.string(), answers: answersSchema });

const providerFormSchema = v.object({ ...formEntries, button: v.record(localeSchema, v.string()) });

/** The forms of tenants with providers: the e-mail first; passwords switched off, with one provider or several. */
export const providerFormsSchema = v.object({
  styles: v.string(),
  emailFirst: providerFormSchema,
  one: providerFormSchema,
  several: providerFormSchema,
});

/** The parts of a request that the form depends on. */
export interface FormRequest {
  readonly locale: Locale;
  readonly tenant: Tenant;
  /** The query of the form's action, such as `?link=%2Fsmsa`. */
  readonly search: string;
  /** The message in the form: of a refusal, or that the session has ended. */
  readonly answer?: SignInRefusal | undefined;
  readonly providers?: FormProviders | undefined;
}

/** The parts of the build that have forms. */
interface FormParts {
  readonly signIn: v.InferOutput<typeof signInFormSchema>;
  readonly secondFactor: v.InferOutput<typeof secondStepSchema>;
  readonly providerSignIn: v.InferOutput<typeof providerFormsSchema>;
}

/** Returns the query of the sign-in form at a path and query; `undefined` if signed-out users get another screen. */
export function findFormSearch(address: string): string | undefined {
  const [pathname = '/'] = address.split('?', 1);
  const search = address.slice(pathname.length);
  if (findPublicPage(pathname) !== undefined) return undefined;
  const screen = findScreen(pathname, 'signed-out')?.name;
  if (screen === 'signin') return addReturnLink('', search);
  if (screen !== undefined) return undefined;
  return getSignInAddress({ pathname, search, hash: '' }).slice('/signin'.length);
}

/**
 * Renders the form into the element where the shell mounts it. A text script before it contains the form in the other
 * language, which the first script shows if the user has chosen that language. A text parses faster than a template.
 */
export function renderSignInForm({ signIn, secondFactor, providerSignIn }: FormParts, request: FormRequest) {
  const { locale, tenant, search, answer, providers } = request;
  const form = providers ? selectProviderForm(providerSignIn, providers) : signIn;
  const isSecondStep = answer !== undefined && isSecondFactorStep(answer.reason);
  const { answers } = isSecondStep ? secondFactor : form;
  const render = (language: Locale) => {
    const answered = answer && answers[language]?.[answer.reason];
    const button = 'button' in form ? (form.button[language] ?? '') : '';
    const html = fillSlots(answered ?? form.forms[language] ?? '', {
      providers: providers ? renderButtons(providers, button, search) : '',
      name: escapeHtml(tenant.name),
      mark: renderMark(signIn.marks, tenant),
      search: escapeHtml(search),
      email: escapeHtml(answer?.email ?? ''),
      wait: formatWait(answer?.wait ?? 0),
    });
    return renderPlace('signin', html);
  };
  const other = locales.find((language) => language !== locale) ?? locale;
  return {
    html: `<script type="text/html" id="portico-other-language">${render(other)}</script>${render(locale)}`,
    styles: (isSecondStep ? secondFactor : providers ? providerSignIn : signIn).styles,
    /** Whether the chunk of the rare forms hydrates it. */
    isRare: isSecondStep || providers !== undefined,
  };
}

function selectProviderForm(forms: FormParts['providerSignIn'], { list, passwordsOff }: FormProviders) {
  if (!passwordsOff) return forms.emailFirst;
  return list.length === 1 ? forms.one : forms.several;
}

/** Renders a button for each provider; where the e-mail comes first, for those that it does not lead to. */
function renderButtons(providers: FormProviders, button: string, search: string): string {
  const shown = providers.list.filter(({ domains }) => providers.passwordsOff || domains.length === 0);
  return shown
    .map(({ id, name }) =>
      fillSlots(button, {
        href: escapeHtml(getProviderAddress(id, search)),
        provider: escapeHtml(isolateText(name)),
      }),
    )
    .join('');
}
