import {
  addReturnLink,
  type FormProviders,
  findPublicPage,
  findScreen,
  getProviderAddress,
  getSignInAddress,
  isolateText,
  type Locale,
  localeSchema,
  locales,
  type SignInRefusal,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml, fillSlots, renderMark, renderPlace } from './html';

/** A form as HTML with slots such as `{{email}}`. */
const formEntries = {
  /** By language. */
  forms: v.record(localeSchema, v.string()),
  /** The form with a message, by language and reason. */
  answers: v.record(localeSchema, v.record(v.string(), v.string())),
};

/** The build's rendering of the sign-in form (packages/parcels/auth/src/rendering). */
export const signInFormSchema = v.object({
  ...formEntries,
  styles: v.string(),
  /** The mark before the tenant's name: its logo or its first letter. */
  marks: v.object({ logo: v.string(), letter: v.string() }),
});

const providerFormSchema = v.object({ ...formEntries, button: v.record(localeSchema, v.string()) });

/** The forms of tenants with providers: the e-mail first; passwords switched off, with one provider or several. */
export const providerFormsSchema = v.object({
  styles: v.string(),
  emailFirst: providerFormSchema,
  one: providerFormSchema,
  several: providerFormSchema,
});

/** The message in the form: the reason of a refusal, or that the session has ended. */
interface FormAnswer extends Omit<SignInRefusal, 'reason'> {
  readonly reason: SignInRefusal['reason'] | 'session-ended';
}

/** The parts of a request that the form depends on. */
export interface FormRequest {
  readonly locale: Locale;
  readonly tenant: Tenant;
  /** The query of the form's action, such as `?link=%2Fsmsa`. */
  readonly search: string;
  readonly answer?: FormAnswer | undefined;
  readonly providers?: ProviderButtons | undefined;
}

/** The providers that the form has a button for. */
interface ProviderButtons {
  readonly forms: v.InferOutput<typeof providerFormsSchema>;
  readonly providers: FormProviders;
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
export function renderSignInForm(rendered: v.InferOutput<typeof signInFormSchema>, request: FormRequest): string {
  const { locale, tenant, search, answer, providers } = request;
  const form = providers ? selectProviderForm(providers) : rendered;
  const render = (language: Locale) => {
    const answered = answer && form.answers[language]?.[answer.reason];
    const html = fillSlots(answered ?? form.forms[language] ?? '', {
      providers: providers ? renderButtons(providers, language, search) : '',
      name: escapeHtml(tenant.name),
      mark: renderMark(rendered.marks, tenant),
      search: escapeHtml(search),
      email: escapeHtml(answer?.email ?? ''),
      wait: String(answer?.wait ?? 0),
    });
    return renderPlace('signin', html);
  };
  const other = locales.find((language) => language !== locale) ?? locale;
  return `<script type="text/html" id="portico-other-language">${render(other)}</script>${render(locale)}`;
}

function selectProviderForm({ forms, providers: { list, passwordsOff } }: ProviderButtons) {
  if (!passwordsOff) return forms.emailFirst;
  return list.length === 1 ? forms.one : forms.several;
}

/** Renders a button for each provider; where the e-mail comes first, for those that it does not lead to. */
function renderButtons(request: ProviderButtons, language: Locale, search: string): string {
  const { providers } = request;
  const shown = providers.list.filter(({ domains }) => providers.passwordsOff || domains.length === 0);
  const button = selectProviderForm(request).button[language] ?? '';
  return shown
    .map(({ id, name }) =>
      fillSlots(button, {
        href: escapeHtml(getProviderAddress(id, search)),
        provider: escapeHtml(isolateText(name)),
      }),
    )
    .join('');
}
