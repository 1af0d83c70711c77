import {
  addReturnLink,
  findPublicPage,
  findScreen,
  getSignInAddress,
  type Locale,
  localeSchema,
  locales,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml } from './escape-html';
import { fillSlots, renderMark, renderPlace } from './slots';

/** What the build rendered of a form (packages/parcels/auth/src/rendering): HTML with slots such as `{{email}}`. */
export const authFormSchema = v.object({
  styles: v.string(),
  /** What stands before the name of a tenant: its logo, or its first letter. */
  marks: v.object({ logo: v.string(), letter: v.string() }),
  /** By language. */
  forms: v.record(localeSchema, v.string()),
  /** The form after an answer, by language and reason, with a larger style sheet. */
  answers: v.record(localeSchema, v.record(v.string(), v.string())),
  answerStyles: v.string(),
});

type AuthForm = v.InferOutput<typeof authFormSchema>;

/** A form of the signed-out user, and its address. */
interface FormAddress {
  readonly screen: 'signin' | 'recover';
  /** The query of the form's address, such as `?link=%2Fsmsa`. */
  readonly search: string;
}

/** What the form shows: the answer of the page host to a form that was sent, or that the session has ended. */
interface FormAnswer {
  readonly reason: string;
  readonly email: string;
  readonly code?: string;
  readonly wait: number;
}

/** What the form in a page depends on. */
export interface FormRequest extends FormAddress {
  readonly locale: Locale;
  readonly tenant: Tenant;
  readonly answer?: FormAnswer | undefined;
}

/** What the start of a page depends on, of the form in it. */
export interface FormKind extends Pick<FormRequest, 'screen' | 'locale'> {
  readonly hasAnswer: boolean;
}

export function findFormKind({ answer, locale, screen }: FormRequest): FormKind {
  return { screen, locale, hasAnswer: answer !== undefined };
}

/**
 * The form that a signed-out user gets at an address; `undefined` where they get something else.
 * @param address path and query of the request
 */
export function findFormAddress(address: string): FormAddress | undefined {
  const [pathname = '/'] = address.split('?', 1);
  const search = address.slice(pathname.length);
  if (findPublicPage(pathname) !== undefined) return undefined;
  const screen = findScreen(pathname, 'signed-out')?.name;
  if (screen === 'signin' || screen === 'recover') return { screen, search: addReturnLink('', search) };
  if (screen !== undefined) return undefined;
  return { screen: 'signin', search: getSignInAddress({ pathname, search, hash: '' }).slice('/signin'.length) };
}

/**
 * The form for the content of a page, in the place where the shell will mount it. A text before it has the form in the
 * other language, which the first script shows if the user has chosen that: a browser reads a text sooner than a
 * template.
 */
export function renderAuthForm(rendered: AuthForm, request: FormRequest): string {
  const [other] = locales.filter((locale) => locale !== request.locale);
  const render = (locale: Locale) => renderPlace(request.screen, fillForm(rendered, locale, request));
  return `<script type="text/html" id="portico-other-language">${render(other ?? request.locale)}</script>${render(request.locale)}`;
}

function fillForm(rendered: AuthForm, locale: Locale, { tenant, search, answer }: FormRequest): string {
  const { forms, answers, marks } = rendered;
  const answered = answer && answers[locale]?.[answer.reason];
  return fillSlots(answered ?? forms[locale] ?? '', {
    name: escapeHtml(tenant.name),
    mark: renderMark(marks, tenant),
    search: escapeHtml(search),
    email: escapeHtml(answer?.email ?? ''),
    code: escapeHtml(answer?.code ?? ''),
    wait: String(answer?.wait ?? 0),
  });
}
