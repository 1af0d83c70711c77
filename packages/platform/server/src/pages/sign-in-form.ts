import {
  addReturnLink,
  findPublicLayout,
  findScreen,
  getSignInAddress,
  type Locale,
  localeSchema,
  locales,
  type SignInRefusal,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml } from './escape-html';
import { fillSlots, renderMark } from './slots';

/** What the build rendered (packages/parcels/auth/src/rendering): HTML with slots such as `{{email}}`. */
export const signInFormSchema = v.object({
  /** The style sheet of the form. */
  styles: v.string(),
  /** What stands before the name of a tenant: its logo, or its first letter. */
  marks: v.object({ logo: v.string(), letter: v.string() }),
  /** By language: the form, and the form after a refusal, by its reason. */
  forms: v.record(localeSchema, v.object({ form: v.string(), refused: v.record(v.string(), v.string()) })),
});

type SignInForm = v.InferOutput<typeof signInFormSchema>;

/** What the form in a page depends on. */
export interface FormRequest {
  readonly locale: Locale;
  readonly tenant: Tenant;
  /** The query of the form's address, such as `?link=%2Fsmsa`. */
  readonly search: string;
  readonly refusal?: SignInRefusal | undefined;
}

/**
 * The query of the sign-in form's address for a signed-out user who opens this address; `undefined` where they do not get
 * the form.
 * @param address path and query of the request
 */
export function findSignInQuery(address: string): string | undefined {
  const [pathname = '/'] = address.split('?', 1);
  const search = address.slice(pathname.length);
  if (findPublicLayout(pathname) !== undefined) return undefined;
  const screen = findScreen(pathname, 'signed-out');
  if (screen === undefined) return getSignInAddress({ pathname, search, hash: '' }).slice('/signin'.length);
  return screen.name === 'signin' ? addReturnLink('', search) : undefined;
}

/**
 * The sign-in form for the content of a page, in the place where the shell will mount it. A template before it has the form
 * in the other language, which the first script shows if the user has chosen that.
 */
export function renderSignInForm(rendered: SignInForm, request: FormRequest): string {
  const [other] = locales.filter((locale) => locale !== request.locale);
  const render = (locale: Locale) =>
    `<div class="portico-place" data-rendered="signin"><div>${fillForm(rendered, locale, request)}</div></div>`;
  return `<template id="portico-other-language">${render(other ?? request.locale)}</template>${render(request.locale)}`;
}

function fillForm({ forms, marks }: SignInForm, locale: Locale, { tenant, search, refusal }: FormRequest): string {
  const { form, refused } = forms[locale] ?? { form: '', refused: {} };
  return fillSlots(refusal ? (refused[refusal.reason] ?? form) : form, {
    name: escapeHtml(tenant.name),
    mark: renderMark(marks, tenant),
    search: escapeHtml(search),
    email: escapeHtml(refusal?.email ?? ''),
    wait: String(refusal?.wait ?? 0),
  });
}
